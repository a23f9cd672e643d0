"""Help on each code of a finding: what it means, what usually happened, and what to do.

`docs/findings.md` and the help in SARIF are made from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from mjlog.model.findings import Finding


class Help(NamedTuple):
    """Help on one code of a finding: its meaning, the usual cause, and the remedy."""

    means: str
    usually: str
    remedy: str


HELP: Final[Mapping[str, Help]] = MappingProxyType(
    {
        "abort.due": Help(
            (
                "Play goes on although the deal had already ended: four like winds, four "
                "riichi or four kongs end it."
            ),
            (
                "The players missed that the deal was over, or a discard, a riichi or a kong "
                "before it is written down wrong."
            ),
            (
                "Check the winds, riichi or kongs before this line; if they are right, end "
                "the deal there with its `draw` line."
            ),
        ),
        "abort.kind": Help(
            (
                "The record ends the deal early for a reason that did not happen, or that "
                "this table does not play."
            ),
            ("Another kind of early end was meant, or a discard or a riichi before it is missing."),
            (
                "Compare the reason with the turns; write the right one, or the option by "
                "which the table plays it."
            ),
        ),
        "abort.none": Help(
            "The record ends a deal early, and this game has no early ends.",
            "The end was written by the habit of another game.",
            (
                "Write `draw wall` if the wall ran out, `draw void` with a ruling if a "
                "referee stopped the deal."
            ),
        ),
        "bonus.held": Help(
            "A player sets out a tile that the player does not hold.",
            "The tile, the seat or a draw before it is written down wrong.",
            "Compare the tile with the draws and the dealt hand of this player.",
        ),
        "bonus.none": Help(
            "A player sets a tile aside, and this game sets no tiles aside.",
            "The record names the wrong rule set, or the word begins with `&` by mistake.",
            "Check the `Rules` header first, then the word.",
        ),
        "bonus.north": Help(
            (
                "A north is set aside although norths stay in the hand, or another tile is set "
                "aside like a north."
            ),
            "The game has four players, the table keeps norths, or the tile is written down wrong.",
            (
                "Check the tile and the number of players; name the option if norths are "
                "played differently."
            ),
        ),
        "bonus.shown": Help(
            "A player goes on without setting out a flower or season from the hand.",
            "The player overlooked the tile, or the word that sets it out is missing.",
            (
                "Add the missing word with its replacement; if it happened so, leave the line "
                "as it is."
            ),
        ),
        "bonus.tile": Help(
            "A player sets out a tile that is not a bonus tile.",
            "A tile is written down wrong, or a discard is written as a tile set out.",
            "Correct the tile or the word.",
        ),
        "bonus.unused": Help(
            "A player uses a bonus tile in a set.",
            "A tile of the set is written down wrong.",
            "Compare the set with the hand that is shown.",
        ),
        "claim.chow": Help(
            "A player claims a chow that this player may not claim.",
            (
                "The wrong seat is written, the claim is a pung, or the players let a wrong "
                "claim pass."
            ),
            (
                "Check who claims and who discarded; if the claim was made, leave it and add "
                "the ruling if there was one."
            ),
        ),
        "claim.dead_hand": Help(
            "A player claims a discard after a false win.",
            "Another player claimed, or the ruling names the wrong player.",
            "Check who claimed and who was ruled against.",
        ),
        "claim.held": Help(
            "A player claims a tile with tiles that are not in the hand or make no set.",
            ("A tile of the claim, of the dealt hand or of an earlier draw is written down wrong."),
            "Compare the claim with the hand of the player and with the discard.",
        ),
        "claim.last_discard": Help(
            "A player claims the last discard of the deal for a set.",
            "The wall is counted wrong because a draw is missing or written twice.",
            "Count the draws; if the count is right, the claim was against the rules.",
        ),
        "claim.latest": Help(
            (
                "A player claims when there is no discard to claim, or claims a tile that is face"
                " down."
            ),
            "A discard before the claim is missing, or the claim is in the wrong place.",
            "Compare the claim with the turn before it.",
        ),
        "claim.locked": Help(
            "A player who is ready claims a tile for a set.",
            "The claim belongs to another seat, or the mark of readiness is wrong.",
            "Check the seat and the earlier mark `!`.",
        ),
        "claim.nearest": Help(
            "Two players win on one discard, and the one farther away gets the win.",
            "The players overlooked the nearer winner, or the seats are written down wrong.",
            "Check the seats; only the nearest player after the discarder wins here.",
        ),
        "claim.pung": Help(
            "A player claims a pung, and this step of the ladder has no pungs yet.",
            "The record names the wrong step, or a habit of another game slipped in.",
            "Check the preset in the `Rules` header.",
        ),
        "claim.void": Help(
            "A player makes a set of the suit that the player has given up.",
            "The void suit or the set is written down wrong, or nobody noticed.",
            "Check the `void` line of this player, and the tiles of the set.",
        ),
        "claim.shelf_left": Help(
            "A call or kong takes the last pillar, and one pillar must stay until Ting.",
            "A tile came from the hand and not from the pillars.",
            "Check which tiles carry the mark of pillars.",
        ),
        "deal.bonus_order": Help(
            (
                "Bonus tiles of the dealt hands are set out in the wrong order, or play "
                "begins too early."
            ),
            "A line is missing or two lines are swapped.",
            "Put the lines in the order of play; East comes first.",
        ),
        "deal.break": Help(
            "The dice and the place where the wall is broken do not fit together.",
            "A die or the place is read wrong.",
            "Count again from East's wall; correct the dice or the place.",
        ),
        "deal.copies": Help(
            "A tile comes up more often than the set has it.",
            "One of the entries of this tile is read or typed wrong.",
            "Look at all entries of this tile; a similar tile was often meant.",
        ),
        "deal.dealer": Help(
            "The deal does not say who deals, and claims depend on the dealer.",
            "The word `dealer=` is missing in the deal's line.",
            "Write `dealer=` and the seat in the line `@`.",
        ),
        "deal.exchange": Help(
            "The exchange of tiles before play breaks the rules, or this game has none.",
            "A pass is missing, goes to the wrong seat, or has the wrong number of tiles.",
            "Compare each pass with its direction and with the hands.",
        ),
        "deal.label": Help(
            "Two deals have the same name.",
            "The name was copied, or the counter was not raised.",
            "Give each deal its own name.",
        ),
        "deal.order": Help(
            "A dealt hand is not the one that the recorded wall gives.",
            "The wall or the hand has a wrong tile, or the wall begins elsewhere.",
            "Compare the hand with the beginning of the wall, four tiles at a time.",
        ),
        "deal.seating": Help(
            "The seats or the first dealer do not follow from the dice and the winds drawn.",
            "A throw or a drawn wind is written down wrong.",
            "Compare the throws with the seats.",
        ),
        "deal.seats": Help(
            "The record names too many or too few players for this rule set.",
            "A player is missing in the headers, or the rule set is another one.",
            "Name every player, or correct the `Rules` header.",
        ),
        "deal.shelf": Help(
            "The pillars of a hand are wrong, are not marked, or do not exist in this game.",
            "The marks `[ ]` are missing or are around the wrong tiles.",
            "Mark the four pillars, or take the marks away.",
        ),
        "deal.size": Help(
            "A dealt hand has the wrong number of tiles.",
            "A tile was left out or typed twice.",
            "Count the hand again and compare it with the turns.",
        ),
        "deal.twice": Help(
            "Two deals begin with exactly the same hands, or a sheet has one deal twice.",
            "A deal was copied, and its hands or its numbers were not replaced.",
            "Correct the copy or delete it.",
        ),
        "discard.drawn": Help(
            (
                "The record marks a discard as the drawn tile, or as a tile of the hand, and "
                "the draw says otherwise."
            ),
            "The dot of the drawn tile or the drawn tile itself is wrong.",
            "Correct the draw or the mark.",
        ),
        "discard.held": Help(
            "A player discards a tile that is not in the hand.",
            "The discard, a draw or the dealt hand is read or typed wrong.",
            "Look for a similar tile in the hand, and check the seat.",
        ),
        "discard.void": Help(
            (
                "A player discards another suit while holding tiles of the suit that the player "
                "has given up."
            ),
            "The void suit or the discard is written down wrong, or the table plays it otherwise.",
            "Check the `void` line; name the option `void_first` if the table is free in this.",
        ),
        "discard.locked": Help(
            "A player who is ready discards a tile from the hand.",
            "The draw or the discard is written down wrong, or the mark `!` is.",
            "Check the draw and the discard of this turn.",
        ),
        "discard.open": Help(
            "A discard is face down, and in this game discards are face up.",
            "The sign `_` was written by mistake.",
            "Delete the sign.",
        ),
        "discard.swap": Help(
            "A player claims a tile and at once discards a tile that fits the same set.",
            "The players did not know this rule, or the table plays without it.",
            "Check the discard; name the option if the table allows it.",
        ),
        "discard.twin": Help(
            (
                "A player discards a tile equal to the drawn one, and the pillars have such a "
                "tile, too."
            ),
            "The record does not say which of the two tiles was discarded.",
            "Nothing is wrong; mark the discard if you know which tile it was.",
        ),
        "discard.zone": Help(
            "A player discards a pillar before Ting.",
            "The tile came from the hand, or the pillars are marked wrong.",
            "Check the marks of the pillars and the discard.",
        ),
        "dora.count": Help(
            "The number of open indicators does not fit the kongs.",
            "An indicator is missing or comes too early or too late.",
            "Count the kongs; add or move the indicator.",
        ),
        "dora.none": Help(
            "An indicator is turned up, and this game has no indicators.",
            "The record names the wrong rule set.",
            "Check the `Rules` header, or delete the indicator.",
        ),
        "dora.ura": Help(
            (
                "Hidden indicators are turned up although they do not count, or there are too "
                "many of them."
            ),
            "The winner is not in riichi, or the table does not play them.",
            "Check the winner's riichi and the options of the table.",
        ),
        "file.too_slow": Help(
            "Reading and judging the record takes longer than allowed.",
            "The record is very large, or was made to be slow.",
            "Split the file, or give the command more time: `--patience 600`.",
        ),
        "file.unreadable": Help(
            "The file cannot be opened.",
            "The path is wrong, or you may not read the file.",
            "Check the path and the rights of the file.",
        ),
        "final.points": Help(
            "The final points of the header are not those that the rules give.",
            "A bonus for the place, a penalty or the rounding is left out.",
            "Compare the header with the number given.",
        ),
        "final.score": Help(
            "The final score of the header is not the one after the last deal.",
            "A deal is missing, or the sticks left on the table are counted otherwise.",
            "Compare the header with the last `score` line.",
        ),
        "format.archive": Help(
            "A packed file cannot be unpacked.",
            "The file is damaged, cut off, locked or too large.",
            "Fetch or pack the file again, without a password.",
        ),
        "format.attribute": Help(
            "A part of a foreign record is missing or has an impossible value.",
            "The file was edited, or another program wrote it differently.",
            "Fetch the log again; if the finding stays, please report it.",
        ),
        "format.element": Help(
            "A foreign record has an element that its format does not know.",
            "The file was edited, or its format has grown.",
            "Compare the element with the format; mjlog leaves it out.",
        ),
        "format.empty": Help(
            "A foreign record has no deal.",
            "The file was saved before the game began, or only its head was copied.",
            "Fetch the whole log.",
        ),
        "format.gap": Help(
            "A foreign record leaves out something that must have happened.",
            "A line was lost, or the program that wrote the log leaves it out.",
            "Fetch the log again; a note only says that whole deals are missing.",
        ),
        "format.json": Help(
            "The JSON of a file cannot be read.",
            "The file is cut off, or a bracket or a comma is missing.",
            "Fetch the file again, or correct the place that the message names.",
        ),
        "format.meld": Help(
            "A call of a foreign record takes a tile that is not the latest discard.",
            "An event is lost, or the call names the wrong seat.",
            "Compare the call with the discard before it.",
        ),
        "format.order": Help(
            "The events of a foreign record cannot be brought into one order.",
            "A draw, a call or a discard is missing.",
            "Compare the rows of the four players where the message points.",
        ),
        "format.truncated": Help(
            "A foreign record stops in the middle.",
            "The connection broke, or the file was saved too early.",
            "Fetch the log again.",
        ),
        "format.unknown": Help(
            "mjlog does not know what kind of file this is.",
            "The file is not a record, or it comes from an unknown program.",
            (
                "Read in the message what the file looks like; convert it to a format that "
                "mjlog reads."
            ),
        ),
        "format.unread": Help(
            "mjlog recognises the file but does not read files of this kind.",
            "The record comes from another program, or the game is written in a document.",
            "Do what the message says, mostly convert the file or write it as mjlog text.",
        ),
        "format.xml": Help(
            "The XML of a file cannot be read.",
            "The file is cut off or is another kind of XML.",
            "Fetch the file again.",
        ),
        "internal.error": Help(
            "mjlog itself failed on this record.",
            "The record shows a mistake in mjlog.",
            "Please report it with the record.",
        ),
        "irregular.late": Help(
            "A player corrects a mistake after the time for it has passed.",
            "The correction is in the wrong place, or the table allowed it.",
            "Move the word to its place, or add the ruling.",
        ),
        "irregular.size": Help(
            "The record calls a hand long or short, and the hand has the right number of tiles.",
            "The count or an earlier turn is wrong.",
            "Count the tiles of the hand again.",
        ),
        "joker.dead": Help(
            "A player claims a discarded joker.",
            "The discard was another tile, or the players did not know the rule.",
            "Check the discard.",
        ),
        "joker.named": Help(
            "A joker is laid down, and the record does not say which tile it stands for.",
            "The name of the tile was left out.",
            "Write the tile that the joker stands for.",
        ),
        "kong.after_claim": Help(
            "A player declares a kong in the turn in which the player claimed a tile.",
            "A turn between the two is missing.",
            "Check whether the player drew a tile in between.",
        ),
        "kong.held": Help(
            "A player declares a kong of tiles that the player does not have.",
            "A tile of the kong, of the hand or of an earlier draw is written down wrong.",
            "Compare the kong with the hand and with the pung on the table.",
        ),
        "kong.limit": Help(
            "A kong is declared where no more kongs are allowed.",
            "Draws or kongs are counted wrong, or the players overlooked the limit.",
            "Count the kongs and the tiles left in the wall.",
        ),
        "kong.locked": Help(
            "A player who is ready declares a kong that the rules forbid.",
            (
                "The drawn tile is written down wrong, or the players overlooked that the "
                "kong changes the hand."
            ),
            "Check the drawn tile and the waits.",
        ),
        "kong.no_promote": Help(
            "A player adds a discard to a pung on the table.",
            "The tile was drawn, and its draw is missing.",
            "Write the draw, or a claim with three tiles from the hand.",
        ),
        "kong.none": Help(
            "A player declares a kong, and this step of the ladder has no kongs yet.",
            "The record names the wrong step.",
            "Check the preset in the `Rules` header.",
        ),
        "kong.source": Help(
            "A player adds a tile to a pung that was not just drawn.",
            "The draw is written down wrong, or the tile was in the hand before.",
            "Check the draw; name the option if the table allows any tile.",
        ),
        "kong.undeclared": Help(
            "Four equal tiles are counted as a kong, and the player never declared them.",
            "The `kong` line counts tiles of the hand, or the word of the kong is missing.",
            "Delete the line, or add the kong to the turns.",
        ),
        "line.twice": Help(
            "A line is there twice, and a deal has only one of its kind.",
            "A line was copied, or belongs to another seat.",
            "Delete one of the two lines, or correct its seat.",
        ),
        "loss.added": Help(
            "The other format must say something that the record leaves open.",
            "The record does not know a tile or a number that the format demands.",
            "Read what mjlog writes instead; keep the record in mjlog text.",
        ),
        "loss.attribute": Help(
            "The other format has no place for a word of the deal's line.",
            "Formats of other programs know fewer words.",
            "Keep the record in mjlog text if you need the word.",
        ),
        "loss.deal": Help(
            "The other format cannot express this deal.",
            "The deal breaks rules that the format takes for granted.",
            "Keep the deal in mjlog text.",
        ),
        "loss.header": Help(
            "The other format has no place for this header.",
            "Formats of other programs know fewer headers.",
            "Keep the record in mjlog text if you need the header.",
        ),
        "loss.line": Help(
            "The other format has no place for this line, or says it differently.",
            "Formats of other programs keep less of the score sheet.",
            "Compare the line with what mjlog writes instead.",
        ),
        "loss.manner": Help(
            "The other format does not say whether the drawn tile was discarded.",
            "The format marks only the face of the tile.",
            "Keep the record in mjlog text if it matters.",
        ),
        "loss.note": Help(
            "The other format has no place for a comment, a sign or a variation.",
            "Formats of other programs keep only the play.",
            "Keep the record in mjlog text if you need the comment.",
        ),
        "loss.number": Help(
            ("The other format has no place for the numbers of go-arounds, a ledger or a version."),
            "Formats of other programs do not number their lines.",
            "Nothing of the game is lost.",
        ),
        "loss.timing": Help(
            "The other format does not say when an indicator was turned up.",
            "The format keeps the indicators apart from the play.",
            "Keep the record in mjlog text if the moment matters.",
        ),
        "loss.turn": Help(
            "The other format cannot express this turn.",
            "The turn has a mistake or an unknown tile.",
            "Read what mjlog writes instead.",
        ),
        "net.differs": Help(
            "The changes of the deal are not what its payments add up to.",
            "A sum is wrong, or a payment was left out.",
            "Add up the payments of the player and compare.",
        ),
        "next.counters": Help(
            "The counter of repeated deals is wrong.",
            "The counter was not raised, or was not set back.",
            "Count the deals of this dealer.",
        ),
        "next.dealer": Help(
            "The next dealer is not the one that the rules name.",
            "The dealer was passed on, or kept, by mistake.",
            "Check who won or was ready in the deal before.",
        ),
        "next.end": Help(
            "The game ends too early, or goes on after its end.",
            "The players ended by the clock, or played on by agreement.",
            "Write why the game ended after `next end`; otherwise check the deals.",
        ),
        "next.rank": Help(
            "The ranking does not fit the points.",
            "Two players are swapped, or a tie is written wrong.",
            "Order the players by their final points.",
        ),
        "next.round": Help(
            "The next deal has the wrong name.",
            "The wind or the counter was carried on wrong.",
            "Correct the name of the deal, or the `next` line.",
        ),
        "next.seats": Help(
            "The players sit in another order than the rules give for this round.",
            "They forgot to change seats, or the new seats are written down wrong.",
            "After `seats=`, write who sits at East, South, West and North.",
        ),
        "pay.cause": Help(
            "A payment names a reason that these rules do not know.",
            "The reason is misspelt, or the table has a penalty of its own.",
            "Use a known word, or add the ruling that orders the payment.",
        ),
        "pay.draw": Help(
            "A payment after a deal without a winner is wrong or missing.",
            "A ready player was overlooked, or a payment of another deal slipped in.",
            "Check who was ready when the wall ran out.",
        ),
        "pay.penalty": Help(
            "The payment for a penalty is wrong, missing or not ordered.",
            "The amount was taken from another table, or the ruling is not written.",
            "Compare the amount with the rules; add the ruling if there was one.",
        ),
        "pay.pool": Help(
            "The points on the table are not what the deals before left there.",
            "A stake is missing, or the winner did not take all.",
            "Count the stakes since the last winner.",
        ),
        "pay.seats": Help(
            "What one player pays another is not what the rules give.",
            ("The hand was counted wrong, the wrong player paid, or the table plays another rule."),
            "Read the sum in the message; correct the payment, or name the option of the table.",
        ),
        "pay.zero": Help(
            "The points of a deal do not add up.",
            "A number or a sign is typed wrong.",
            "Add up the numbers; what one player loses, another wins.",
        ),
        "ready.closed": Help(
            "A player declares riichi with an open hand.",
            "The claim belongs to another seat, or the riichi does.",
            "Check the claims of this player.",
        ),
        "ready.line": Help(
            "The turns and the sheet do not agree on who declared ready.",
            "The line names the wrong seat, or the mark `!` is missing.",
            "Compare the `ready` line with the turns.",
        ),
        "ready.none": Help(
            "A player declares ready, and this game has no such declaration.",
            "The record names the wrong rule set, or the sign `!` was typed by mistake.",
            "Check the `Rules` header, or delete the sign.",
        ),
        "ready.once": Help(
            "A player declares ready twice in one deal.",
            "The seat of one declaration is wrong.",
            "Check the two marks `!`.",
        ),
        "ready.open": Help(
            "The discard that declares riichi is face down.",
            "The sign `_` was typed by mistake.",
            "Delete the sign.",
        ),
        "ready.original": Help(
            (
                "A player declares the original hand ready too late, or with a hand that is "
                "not ready."
            ),
            "The declaration is in the wrong turn, or the hand is written down wrong.",
            "Check the hand before the first discard.",
        ),
        "ready.shelf": Help(
            "The discard that declares Ting is not a pillar, or is face up.",
            "The sign `_` is missing, or the tile is written down wrong.",
            "Check the tile and its sign.",
        ),
        "ready.stake": Help(
            ("A player declares riichi without enough points or without enough tiles in the wall."),
            "The points before the deal are wrong, or a draw is written twice.",
            "Check the points and count the draws.",
        ),
        "ready.tenpai": Help(
            "A player declares ready, and no tile completes the hand.",
            "The hand or the discard is written down wrong; sometimes the player was wrong.",
            "Compare the hand with the turns and with the hand that is shown.",
        ),
        "result.both": Help(
            "One line of the deal names a winner, another says that nobody won.",
            "A line was left over from an earlier version.",
            "Delete the wrong line.",
        ),
        "result.missing": Help(
            "The deal stops without saying how it ended.",
            "The writer stopped, or the last lines are lost.",
            "Add `draw wall`, the win, or `draw void` with its reason.",
        ),
        "result.open": Help(
            "The deal has no result yet, because it is being recorded.",
            "The table is still playing.",
            "Go on recording; when the players part, write the line that ends the game.",
        ),
        "result.void": Help(
            "The deal is declared void, and the record gives no reason.",
            "The ruling was not written down.",
            "Write who ruled what.",
        ),
        "rule.differs": Help(
            "A ruling says something that the turns do not show.",
            "The seat or the kind of ruling is wrong, or the referee was mistaken.",
            "Compare the ruling with the turns; a ruling that was given may stay.",
        ),
        "rule.unknown": Help(
            "A ruling has nearly the name of one that has a price in the rules.",
            "The name of the ruling was misspelt, so that its price is not due.",
            "Write the name as the rules have it; a ruling of the table's own may stay.",
        ),
        "rules.house": Help(
            "The table has rules that mjlog does not know, so some claims are not judged.",
            "Players wrote their own rules into the header.",
            "Nothing is wrong; use an option if there is one.",
        ),
        "rules.inferred": Help(
            "The file does not name its rules, and mjlog chose rules that fit.",
            "Most programs leave the rules out.",
            "Check the rules named; write them into the header if you know better.",
        ),
        "rules.reading": Help(
            "Claims agree only because of how mjlog reads a rule that its sources leave open.",
            "The sources of this preset say nothing about this point.",
            "Nothing is wrong; set the option if you know how the table plays.",
        ),
        "rules.unknown": Help(
            "mjlog does not know the rules that the record names.",
            "The name, an option or a value is misspelt.",
            "Run `mjlog rules` and correct the `Rules` header.",
        ),
        "schema": Help(
            "The JSON form of a record does not fit its schema.",
            "A program wrote a member with the wrong name or type.",
            "Compare the place that the message names with `schemas/record.schema.json`.",
        ),
        "score.chain": Help(
            "A total is not the one before the deal plus what the deal changed.",
            "A sum is wrong, or a deal in between is missing.",
            "Add the change to the total before; correct the first wrong total.",
        ),
        "score.implied": Help(
            "The sheet counts an item that another item already includes.",
            "The rule that patterns do not count twice was overlooked.",
            "Delete the included item and correct the sum.",
        ),
        "score.item": Help(
            (
                "The sheet counts an item that the hand does not have, or counts it with "
                "wrong points."
            ),
            "The hand was read wrong, or the item belongs to another rule set.",
            "Compare the item with the hand; the message lists what the hand is worth.",
        ),
        "score.limit": Help(
            "The sheet counts more than the limit allows.",
            "The limit of the table was overlooked.",
            "Write the limit, or name the option if the table has another one.",
        ),
        "score.losers": Help(
            "The hand of a player who has not won is counted wrong.",
            "Points that only the winner gets were counted.",
            "Count the sets of the hand again.",
        ),
        "score.total": Help(
            "The sheet leaves out an item, or its sum is wrong.",
            "A pattern was overlooked.",
            "Add the item that the message names.",
        ),
        "sheet.column": Help(
            "mjlog does not understand the heading of a column and does not read the column.",
            "The heading is an abbreviation of the club, or the column has remarks.",
            "Nothing is wrong with the deal; rename the heading if the column matters.",
        ),
        "sheet.event": Help(
            "The sheets of an event do not fit together.",
            "A table was left out, or somebody wrote a name in another way.",
            "Look at the tables or names in the message.",
        ),
        "sheet.layout": Help(
            "mjlog finds no table of deals in the file.",
            "The headings of the columns are missing, or the file is not a score sheet.",
            "Write a row of headings above the deals.",
        ),
        "sheet.lost": Help(
            "A score sheet has no place for a part of the record.",
            "The record has turns or tiles.",
            "Keep the record together with the sheet.",
        ),
        "sheet.name": Help(
            "A score sheet has two players of the same name in one game.",
            "A name is copied into the wrong cell, or two people have the same name.",
            "Write each player's name differently.",
        ),
        "sheet.part": Help(
            "mjlog does not read a part of the workbook.",
            "The sheet is hidden, or it has other content.",
            "If the sheet has deals, show it in your spreadsheet program.",
        ),
        "sheet.rules": Help(
            "The score sheet names no rules, so mjlog checks only its sums.",
            "The rules were clear to the players.",
            "Name the rule set.",
        ),
        "sheet.unread": Help(
            "mjlog does not understand a cell of the score sheet.",
            "The cell has a remark or a misspelt word.",
            "Correct the cell as the message says.",
        ),
        "sheet.unreadable": Help(
            "mjlog cannot read the file of score sheets.",
            "The file is damaged or locked.",
            "Save it again without a password.",
        ),
        "show.hand": Help(
            "The hand that is shown is not the hand that the player had.",
            "A tile is left out or typed wrong, in the line or in an earlier turn.",
            "Compare the `show` line with the hand in the message.",
        ),
        "sign.amended": Help(
            "A later entry corrects an entry that was signed.",
            "A mistake was found after the signatures.",
            "Compare both versions, and let the same people sign again.",
        ),
        "sign.unsigned": Help(
            "Lines came after a signature, and its key has not signed them.",
            "Play went on, or something was added to a signed result.",
            "Read these lines, and let the same people sign again.",
        ),
        "syntax.bom": Help(
            "The file begins with a byte-order mark.",
            "Some editors write one into each text file.",
            "Nothing is lost; save the file as UTF-8 without the mark.",
        ),
        "syntax.canonical": Help(
            "The text is correct, but mjlog would write it differently.",
            "Blanks, order or short forms differ from the canonical text.",
            "Run `mjlog convert` to get the canonical text.",
        ),
        "syntax.critical": Help(
            "A header says that readers must know it, and mjlog does not.",
            "A newer version or another program wrote the record.",
            "Use the program that knows the header; trust no verdict of mjlog on this record.",
        ),
        "syntax.encoding": Help(
            "The file is not UTF-8.",
            "An older editor saved it in a national encoding.",
            "Save the file as UTF-8.",
        ),
        "syntax.full_width": Help(
            "The text has full-width signs instead of plain ones.",
            "The keyboard was in Chinese or Japanese mode.",
            "Nothing is lost; mjlog reads the plain signs.",
        ),
        "syntax.header": Help(
            "A header cannot be read, or is there twice.",
            "A number or a word is misspelt, or a line was copied.",
            "Correct the header as the message says.",
        ),
        "syntax.ledger": Help(
            "A ledger has wrong numbers, times or corrections.",
            "A line was deleted or typed out of order.",
            "Correct the number or the time; a ledger only grows.",
        ),
        "syntax.line": Help(
            "A line cannot be read to its end.",
            "A word is missing or misspelt.",
            "Write at the marked place what the message expects.",
        ),
        "syntax.line_ends": Help(
            "The lines of the file end in different ways.",
            "The file was edited on several systems.",
            "Nothing is lost; save the file with one kind of line ends.",
        ),
        "syntax.magic": Help(
            "The first line does not say that this is an mjlog record.",
            "The first line was deleted.",
            "Write `%mjlog 1.0` as the first line.",
        ),
        "syntax.no_deal": Help(
            "A deal begins without its line `@`.",
            "The line was forgotten or deleted.",
            "Write `@`, the name of the deal and `dealer=` above it.",
        ),
        "syntax.nul": Help(
            "The file has NUL bytes.",
            "The computer stopped while the file was written.",
            "Check the marked places; tiles may be lost there.",
        ),
        "syntax.order": Help(
            "A line is in the wrong place.",
            "Lines of play and lines of the sheet are mixed.",
            "Nothing is lost; mjlog moves the line.",
        ),
        "syntax.too_long": Help(
            "A line or a file is longer than the limit.",
            "Line ends are missing, or the file is not a record.",
            "Check the file; the limit can be set.",
        ),
        "syntax.too_many": Help(
            "The record has more deals, words or findings than the limit.",
            "The file has many games, or it is not a record.",
            "Split the file, or set the limit higher.",
        ),
        "syntax.truncated": Help(
            "The file ends in the middle of a line.",
            "The file was cut off, or the last line end is missing.",
            "Check the last line and end it.",
        ),
        "syntax.turn_number": Help(
            "The number of a go-around does not follow the one before.",
            "A go-around is missing, or a number was typed wrong.",
            "Correct the number, or add the missing turns.",
        ),
        "syntax.unknown_key": Help(
            "mjlog does not know a header.",
            "The name is misspelt, or another program wrote it.",
            "Nothing is lost; correct the name if it is misspelt.",
        ),
        "syntax.unknown_line": Help(
            "mjlog does not know a line.",
            "The first word is misspelt, or another program wrote the line.",
            "Nothing is lost; correct the word if it is misspelt.",
        ),
        "syntax.version": Help(
            "The record names a version of the notation that mjlog does not know.",
            "A newer program wrote the record.",
            "Update mjlog.",
        ),
        "syntax.word": Help(
            "A word of a turn cannot be read.",
            "A tile or a sign is misspelt.",
            "Write at the marked place what the message expects.",
        ),
        "tenpai.differs": Help(
            (
                "The sheet says that a player was ready to win, and the hand says otherwise, "
                "or the other way round."
            ),
            "The hand is written down wrong, or the players misjudged it.",
            "Compare the hand with its waits.",
        ),
        "turn.out": Help(
            "A player claims or wins who has already won in this deal.",
            "A seat is wrong, or an earlier win was false.",
            "Check the wins of this player; a false win needs a ruling.",
        ),
        "turn.seat": Help(
            "A player acts, and it is another player's turn.",
            "A turn is missing, a seat is wrong, or a call is not written.",
            "Look at the turns before; add what is missing.",
        ),
        "turn.size": Help(
            "A player acts with too many or too few tiles in the hand.",
            "A draw, a discard or a replacement is missing or written twice.",
            "Count the tiles of this player from the deal on.",
        ),
        "wall.exhausted": Help(
            "A player draws from an empty wall, or the deal ends before the wall is used up.",
            "A draw is missing or written twice.",
            "Count the draws and the kongs.",
        ),
        "wall.front": Help(
            "A player draws another tile than the recorded wall gives.",
            "A draw or the wall is written down wrong.",
            "Compare the draw with the next tile of the wall.",
        ),
        "wall.replacement": Help(
            "A replacement tile is wrong, or nothing calls for one.",
            "A kong is missing, or the tile comes from the wrong end of the wall.",
            "Compare the replacement with the end of the wall and with the kongs.",
        ),
        "void.none": Help(
            "A suit is given up in a game in which nobody gives one up.",
            "The `Rules` header names another game, or a line was copied.",
            "Check the `Rules` header, or delete the line.",
        ),
        "wall.seed": Help(
            "The seed of a foreign record does not give the walls that were played.",
            "The log was edited, or the program shuffles in a new way.",
            "Nothing can be checked against the seed; fetch the log again if you doubt it.",
        ),
        "wall.set": Help(
            "The recorded wall does not have the tiles of the set.",
            "A tile was left out, typed twice or misread.",
            "Count the wall; the message names the tiles that are too many.",
        ),
        "win.void": Help(
            (
                "A hand wins with a tile of the void suit or with three suits, or after another "
                "suit was discarded first."
            ),
            "The void suit or a tile is written down wrong, or the win is not legal.",
            "Check the `void` line and the tiles; a false win needs a ruling.",
        ),
        "win.dead_hand": Help(
            "A player wins with a hand of the wrong size, or after a false win.",
            "A draw or a discard of this player is missing, or another player won.",
            "Count the hand, and look at its rulings; if they are right, the win is not legal.",
        ),
        "win.least": Help(
            "A hand wins and is worth less than the minimum of the table.",
            "An item was overlooked, or the table has a lower minimum.",
            "Count the hand again; name the option if the table plays without a minimum.",
        ),
        "win.limits": Help(
            "A hand wins that breaks the limits of suits or chows.",
            "A tile is written down wrong, or the hand is a special one.",
            "Check the tiles; name the special hand if it is one.",
        ),
        "win.line": Help(
            "The line that ends the deal and the turns show different ends.",
            "The seat, the tile or the source is wrong in one of the two.",
            "Compare the line with the last turns.",
        ),
        "win.missed": Help(
            "A player wins after letting a winning tile pass.",
            "The players overlooked the missed tile.",
            "Check the discards since the hand was ready; the win may be against the rules.",
        ),
        "win.passed": Help(
            "A player lets a winning tile pass and loses the right to win.",
            "The player did not see the win, or did not want it.",
            "Nothing is wrong; later wins of this player are judged by it.",
        ),
        "win.pillars": Help(
            "A hand wins with too many or too few pillars.",
            "The marks of pillars are wrong, or the players overlooked the rule.",
            "Count the pillars in the winning hand; three must be there.",
        ),
        "win.ready": Help(
            "A player wins without having declared Ting.",
            "The mark `!` is missing.",
            "Add the declaration if it was made.",
        ),
        "win.rob": Help(
            "A player robs a kong that may not be robbed.",
            "The kong is of another kind, or the table plays another rule.",
            "Check the kong; name the option of the table.",
        ),
        "win.several": Help(
            "More players win on one tile than the table allows.",
            "A `#` is left over, or the table pays all winners.",
            "Check the winners; name the option of the table.",
        ),
        "win.shape": Help(
            "A hand wins that is not complete.",
            "A tile is read or typed wrong, or a set is missing.",
            "Compare the hand with the turns; a similar tile was often meant.",
        ),
        "win.tile": Help(
            "A player wins, but there is no tile to win on.",
            "The discard before it is missing, or the seat is wrong.",
            "Check the turn before the win.",
        ),
    }
)
"""Help by code; all codes of the JSON schema are under ``schema``."""


def short_rule(finding: Finding) -> str:
    """Return the rule that a finding cites, in one plain sentence.

    If the finding cites no rule, return the meaning of its code; return an empty string if the code
    has no help.
    """
    if finding.clause is not None:
        return finding.clause.in_short
    area = finding.code.partition(".")[0]
    help_text = HELP.get(finding.code) or HELP.get(area)
    return help_text.means if help_text is not None else ""
