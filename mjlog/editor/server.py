"""Runs ``mjlog lsp``: the language server protocol over standard input and output, by pygls."""

from __future__ import annotations

from typing import Any, Final

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer

from mjlog.editor.record_text import Area, Memory, RecordText
from mjlog.model.findings import Finding

_SEVERITIES: Final = {
    "error": lsp.DiagnosticSeverity.Error,
    "warning": lsp.DiagnosticSeverity.Warning,
    "note": lsp.DiagnosticSeverity.Information,
}
_KINDS: Final = {
    "comment": "comment",
    "number": "number",
    "seat": "class",
    "tile": "variable",
    "property": "property",
    "sign": "operator",
    "word": "string",
    "keyword": "keyword",
    "header": "type",
}
"""Kinds of words, each with a token type that editors have a colour for."""
LEGEND: Final = lsp.SemanticTokensLegend(sorted(set(_KINDS.values())), [])
_TRIGGERS: Final = [" ", ":", "-", "@", "="]
_KEPT: Final = 8


class RecordServer(LanguageServer):
    """A language server that stores the open documents; each version of a text is parsed once."""

    def __init__(self, version: str) -> None:
        super().__init__("mjlog", version)
        self._records: dict[tuple[str, int | None], RecordText] = {}
        self._memories: dict[str, Memory] = {}

    def record(self, uri: str) -> RecordText:
        """Return the parsed text of an open document of the editor.

        Each version of a document is parsed once and then stored; the oldest stored versions are
        removed if there are too many.
        """
        document = self.workspace.get_text_document(uri)
        key = (uri, document.version)
        if key not in self._records:
            while len(self._records) >= _KEPT:
                del self._records[next(iter(self._records))]
            text = document.source.replace("\r\n", "\n")
            memory = self._memories.setdefault(uri, Memory())
            self._records[key] = RecordText(text, memory=memory)
        return self._records[key]

    def forget(self, uri: str) -> None:
        """Remove a closed document from the memory of the server."""
        self._memories.pop(uri, None)
        self._records = {key: record for key, record in self._records.items() if key[0] != uri}

    def publish(self, uri: str) -> None:
        """Send the findings of a document to the editor as diagnostics."""
        record = self.record(uri)
        diagnostics = [
            lsp.Diagnostic(
                range=_range(record, problem.area),
                message=problem.finding.message,
                severity=_SEVERITIES[problem.finding.severity],
                code=problem.finding.code,
                source="mjlog",
                related_information=_other(uri, record, problem.finding),
            )
            for problem in record.problems()
        ]
        version = self.workspace.get_text_document(uri).version
        self.text_document_publish_diagnostics(
            lsp.PublishDiagnosticsParams(uri, diagnostics, version)
        )


def make_server(version: str) -> RecordServer:  # noqa: C901  one registration after the other
    """Create the language server, with a function for each kind of request from an editor.

    `version` is mjlog's version, which the server sends to the editor.
    """
    server = RecordServer(version)

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        server.publish(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: lsp.DidChangeTextDocumentParams) -> None:
        server.publish(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: lsp.DidCloseTextDocumentParams) -> None:
        server.forget(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hover(params: lsp.HoverParams) -> lsp.Hover | None:
        record = server.record(params.text_document.uri)
        words = record.hover(params.position.line, _column(record, params.position))
        if not words:
            return None
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, words))

    @server.feature(
        lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=_TRIGGERS)
    )
    def complete(params: lsp.CompletionParams) -> list[lsp.CompletionItem]:
        record = server.record(params.text_document.uri)
        choices = record.completions(params.position.line, _column(record, params.position))
        return [
            lsp.CompletionItem(
                label=choice.text,
                detail=choice.meaning,
                sort_text=f"{number:04}",
                text_edit=lsp.TextEdit(_range(record, choice.area), choice.text),
            )
            for number, choice in enumerate(choices)
        ]

    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    def formatting(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit] | None:
        record = server.record(params.text_document.uri)
        text = record.formatted()
        if text is None or text == record.text:
            return None
        whole = lsp.Range(lsp.Position(0, 0), lsp.Position(len(record.lines), 0))
        return [lsp.TextEdit(whole, text)]

    @server.feature(lsp.TEXT_DOCUMENT_RANGE_FORMATTING)
    def range_formatting(params: lsp.DocumentRangeFormattingParams) -> list[lsp.TextEdit]:
        record = server.record(params.text_document.uri)
        return _spelled_out(record, params.range.start.line, params.range.end.line)

    @server.feature(
        lsp.TEXT_DOCUMENT_ON_TYPE_FORMATTING,
        lsp.DocumentOnTypeFormattingOptions(first_trigger_character="\n"),
    )
    def line_ended(params: lsp.DocumentOnTypeFormattingParams) -> list[lsp.TextEdit]:
        record, line = server.record(params.text_document.uri), params.position.line - 1
        return _spelled_out(record, line, line)

    @server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION)
    def actions(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        uri = params.text_document.uri
        record = server.record(uri)
        return [
            lsp.CodeAction(
                title=f"{fix.finding.code}: {fix.text.strip()}",
                kind=lsp.CodeActionKind.QuickFix,
                edit=lsp.WorkspaceEdit({uri: [_whole_line(record, fix.line, fix.text)]}),
            )
            for fix in record.fixes(params.range.start.line, params.range.end.line)
        ]

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def outline(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        record = server.record(params.text_document.uri)
        return [
            lsp.DocumentSymbol(
                name=section.name,
                kind=lsp.SymbolKind.Event,
                range=lsp.Range(
                    lsp.Position(section.start, 0),
                    lsp.Position(section.end, _units(record.lines[section.end])),
                ),
                selection_range=_range(
                    record, Area(section.start, 0, len(record.lines[section.start]))
                ),
            )
            for section in record.sections()
        ]

    @server.feature(lsp.TEXT_DOCUMENT_FOLDING_RANGE)
    def folding(params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
        record = server.record(params.text_document.uri)
        return [lsp.FoldingRange(section.start, section.end) for section in record.sections()]

    @server.feature(lsp.TEXT_DOCUMENT_RENAME)
    def rename(params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        uri = params.text_document.uri
        record = server.record(uri)
        player = record.player_at(params.position.line)
        if not player:
            return None
        edits = [lsp.TextEdit(_range(record, a), params.new_name) for a in record.named(player)]
        return lsp.WorkspaceEdit({uri: edits})

    @server.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, LEGEND)
    def colours(params: lsp.SemanticTokensParams) -> lsp.SemanticTokens:
        return lsp.SemanticTokens(_encoded(server.record(params.text_document.uri)))

    return server


def _spelled_out(record: RecordText, first: int, last: int) -> list[lsp.TextEdit]:
    """Return edits that replace shorthand by full notation in the lines `first` to `last`.

    Lines without shorthand have no edit.
    """
    lines = range(max(first, 0), min(last, len(record.lines) - 1) + 1)
    spelled = [(line, record.spelled_out(line)) for line in lines]
    return [_whole_line(record, line, text) for line, text in spelled if text != record.lines[line]]


def _encoded(record: RecordText) -> list[int]:
    """Return the words of the text as numbers for colouring, in the form of the protocol.

    Each word ("semantic token") has five numbers: line and column relative to the word before,
    length, kind, and 0.
    """
    numbers: list[int] = []
    line = start = 0
    for token in record.tokens():
        text = record.lines[token.line]
        begin = _units(text[: token.start])
        length = _units(text[token.start : token.start + token.length])
        kind = LEGEND.token_types.index(_KINDS[token.kind])
        is_same_line = token.line == line
        numbers += [token.line - line, begin - start if is_same_line else begin, length, kind, 0]
        line, start = token.line, begin
    return numbers


def _other(
    uri: str, record: RecordText, finding: Finding
) -> list[lsp.DiagnosticRelatedInformation] | None:
    """Return the place in the text that contradicts the finding's place, for the editor.

    For example, two lines that state different points. Return None if the finding has no such
    place.
    """
    if finding.other is None or not finding.other.line:
        return None
    line = min(finding.other.line - 1, len(record.lines) - 1)
    area = Area(line, 0, len(record.lines[line]))
    where = lsp.Location(uri, _range(record, area))
    return [lsp.DiagnosticRelatedInformation(where, "the other entry")]


def _whole_line(record: RecordText, line: int, text: str) -> lsp.TextEdit:
    return lsp.TextEdit(_range(record, Area(line, 0, len(record.lines[line]))), text)


def _range(record: RecordText, area: Area) -> lsp.Range:
    """Convert a part of a line into a range of the protocol, which counts in UTF-16 units."""
    text = record.lines[area.line]
    return lsp.Range(
        lsp.Position(area.line, _units(text[: area.start])),
        lsp.Position(area.line, _units(text[: area.end])),
    )


def _units(text: str) -> int:
    """Return the length of a text in UTF-16 units, in which editors count columns."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _column(record: RecordText, position: lsp.Position) -> int:
    """Return the column of an editor's position in characters; editors count in UTF-16 units."""
    if position.line >= len(record.lines):
        return 0
    line = record.lines[position.line]
    units = line.encode("utf-16-le", "surrogatepass")[: 2 * position.character]
    return len(units.decode("utf-16-le", "ignore"))


def serve(version: str) -> None:
    """Serve an editor over standard input and output until the editor closes them."""
    server: Any = make_server(version)
    server.start_io()
