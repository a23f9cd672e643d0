"""Unpacks records of Mahjong Soul from the server's messages, with the package protobuf.

A tool may save the server's response `ResGameRecord`, its member `data` alone, or the content of
`data`. A tool that turns only the response into JSON leaves `data` in base64. The schema has the
messages and members that the reader uses, with the server's numbers; all others are ignored.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

from mjlog.formats.json_parts import Object
from mjlog.model.findings import Finding
from mjlog.model.messages import msg
from mjlog.notation.limits import Unreadable

MARK: Final = b".lq.GameDetailRecords"
BASE64_MARKS: Final = (b"bHEuR2FtZURldGFpbFJlY29yZHM", b"bHEuUmVjb3Jk")
"""Names of packed records in base64, in each of the three positions."""
_FRAME: Final = 3
"""Number of bytes before a message that was recorded from the socket."""
_RECORD: Final = ".lq.Record"
_NEAR: Final = 64
"""Number of bytes in which the name of records must begin."""

SCHEMA: Final = """
Wrapper: 1 name s, 2 data y
ResGameRecord: 3 head RecordGame, 4 data y
RecordGame: 1 uuid s, 2 start_time n, 3 end_time n, 5 config GameConfig, 11 accounts* AccountInfo,
  12 result GameEndResult, 13 robots* AccountInfo
AccountInfo: 2 seat n, 3 nickname s
GameConfig: 1 category n, 2 mode GameMode, 3 meta GameMetaData
GameMode: 1 mode n, 6 detail_rule GameDetailRule
GameMetaData: 2 mode_id n
GameEndResult: 1 players* PlayerItem
PlayerItem: 1 seat n, 2 total_point n, 3 part_point_1 n
GameDetailRule: 3 dora_count n, 4 shiduan n, 5 init_point n, 6 fandian n, 7 can_jifei b,
  9 liqibang_value n, 10 changbang_value n, 11 noting_fafu_1 n, 12 noting_fafu_2 n,
  13 noting_fafu_3 n, 14 have_liujumanguan b, 15 have_qieshangmanguan b, 16 have_biao_dora b,
  17 have_gang_biao_dora b, 18 ming_dora_immediately_open b, 19 have_li_dora b,
  20 have_gang_li_dora b, 21 have_sifenglianda b, 22 have_sigangsanle b, 23 have_sijializhi b,
  24 have_jiuzhongjiupai b, 25 have_sanjiahele b, 26 have_toutiao b, 27 have_helelianzhuang b,
  28 have_helezhongju b, 29 have_tingpailianzhuang b, 30 have_tingpaizhongju b, 31 have_yifa b,
  32 have_nanruxiru b, 33 jingsuanyuandian n, 34 shunweima_2 n, 35 shunweima_3 n,
  36 shunweima_4 n, 39 have_zimosun b, 40 disable_multi_yukaman b, 41 fanfu n, 42 guyi_mode n,
  43 dora3_mode n, 44 begin_open_mode n, 45 jiuchao_mode n, 46 muyu_mode n, 47 open_hand n,
  48 xuezhandaodi n, 49 huansanzhang n, 50 chuanma n, 51 reveal_discard n,
  52 field_spell_mode n, 53 zhanxing n, 54 tianming_mode n, 60 disable_leijiyiman b,
  62 disable_double_yakuman n, 63 disable_composite_yakuman n, 64 enable_shiti n,
  65 enable_nontsumo_liqi n, 66 disable_double_wind_four_fu n, 67 disable_angang_guoshi n,
  68 enable_renhe n, 69 enable_baopai_extend_settings n, 70 yongchang_mode n,
  71 hunzhiyiji_mode n, 72 wanxiangxiuluo_mode n, 73 beishuizhizhan_mode n
GameDetailRecords: 1 records* y, 2 version n, 3 actions* GameAction
GameAction: 2 type n, 3 result y
RecordNewRound: 1 chang n, 2 ju n, 3 ben n, 4 dora s, 5 scores* n, 6 liqibang n, 7 tiles0* s,
  8 tiles1* s, 9 tiles2* s, 10 tiles3* s, 14 paishan s, 16 doras* s
RecordDealTile: 1 seat n, 2 tile s, 6 doras* s
RecordDiscardTile: 1 seat n, 2 tile s, 3 is_liqi b, 5 moqie b, 8 doras* s, 9 is_wliqi b
RecordChiPengGang: 1 seat n, 2 type n, 3 tiles* s, 4 froms* n
RecordAnGangAddGang: 1 seat n, 2 type n, 3 tiles s, 6 doras* s
RecordBaBei: 1 seat n, 6 doras* s, 8 moqie b
RecordHule: 1 hules* HuleInfo, 3 delta_scores* n, 5 scores* n, 6 gameend GameEnd, 7 doras* s
HuleInfo: 1 hand* s, 2 ming* s, 3 hu_tile s, 4 seat n, 5 zimo b, 6 qinjia b, 7 liqi b, 8 doras* s,
  9 li_doras* s, 10 yiman b, 11 count n, 12 fans* FanInfo, 13 fu n, 15 point_rong n,
  16 point_zimo_qin n, 17 point_zimo_xian n, 18 title_id n, 19 point_sum n
FanInfo: 2 val n, 3 id n
GameEnd: 1 scores* n
RecordNoTile: 1 liujumanguan b, 2 players* NoTilePlayerInfo, 3 scores* NoTileScoreInfo, 4 gameend b
NoTilePlayerInfo: 3 tingpai b, 4 hand* s
NoTileScoreInfo: 1 seat n, 3 delta_scores* n
RecordLiuJu: 1 type n, 2 gameend GameEnd, 3 seat n, 4 tiles* s
"""
"""Schema with one message on each line: number, name and type of each member; `*` is a list.

Types are a number `n`, true or false `b`, a string `s`, bytes `y`, or else another message.
"""


class PackedError(Exception):
    """Raised for bytes that are not a record of Mahjong Soul in the server's binary form."""


def unpacked(data: bytes) -> Object:
    """Decode a record of Mahjong Soul from the server's binary form (protobuf) to JSON objects.

    The result has the list of events as `actions`, and `head` if the bytes are a whole server
    response. Raise `Unreadable` if the bytes are not such a record, or if the package protobuf is
    missing.
    """
    try:
        for start in (0, _FRAME):
            for read in (_records_alone, _answer, _answer_within, _details):
                try:
                    return read(data[start:])
                except PackedError:
                    continue
    except ImportError:
        raise _without_protobuf() from None
    message = msg(
        "this is a packed record of Mahjong Soul that is damaged or of a kind that mjlog does not "
        "know; save the game as JSON with a record tool"
    )
    raise Unreadable(Finding.telling("format.unread", "error", message))


def _without_protobuf() -> Unreadable:
    """Return the error for users who have not installed the package protobuf."""
    message = msg(
        "this is a packed record of Mahjong Soul; the package protobuf, which unpacks it, is "
        "not installed: pip install 'mjlog[majsoul]'"
    )
    return Unreadable(Finding.telling("format.unread", "error", message))


def from_base64(text: str) -> Any:
    """Decode the events of a game, or a single event, from base64 text to JSON objects.

    Return None if the text is not base64 or has no events. Raise `Unreadable` if the package
    protobuf is missing.
    """
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None
    return part_of(data)


def part_of(data: bytes) -> Any:
    """Decode the events of a game, or a single event, from protobuf bytes to JSON objects.

    Return None if the bytes have no events. Raise `Unreadable` if the package protobuf is missing.
    """
    try:
        return _records_alone(data) if MARK in data[:_NEAR] else _event(data)
    except PackedError:
        return None
    except ImportError:
        raise _without_protobuf() from None


def _records_alone(data: bytes) -> Object:
    wrapper = _parsed("Wrapper", data)
    if wrapper.name != MARK.decode():
        raise PackedError
    return _details(wrapper.data)


def _details(data: bytes) -> Object:
    events = list(_events(data))
    if not events:
        raise PackedError
    return {"actions": events}


def _answer(data: bytes) -> Object:
    answer = _parsed("ResGameRecord", data)
    return {"head": _message_json(answer.head), **_records_alone(answer.data)}


def _answer_within(data: bytes) -> Object:
    return _answer(_parsed("Wrapper", data).data)


def _events(data: bytes) -> Iterator[Object]:
    records = _parsed("GameDetailRecords", data)
    results = [action.result for action in records.actions if action.result]
    for part in (*records.records, *results):
        yield _event(part)


def _event(data: bytes) -> Object:
    wrapper = _parsed("Wrapper", data)
    kind = wrapper.name.removeprefix(".lq.")
    if not wrapper.name.startswith(_RECORD):
        raise PackedError
    if kind not in _messages():
        return {"name": wrapper.name, "data": {}}
    return {"name": wrapper.name, "data": _message_json(_parsed(kind, wrapper.data))}


def _message_json(message: Any) -> Object:
    from google.protobuf.json_format import MessageToDict

    value: Object = MessageToDict(message, preserving_proto_field_name=True)
    return value


def _parsed(name: str, data: bytes) -> Any:
    from google.protobuf.message import DecodeError

    message = _messages()[name]()
    try:
        message.ParseFromString(data)
    except DecodeError:
        raise PackedError from None
    return message


@cache
def _messages() -> dict[str, Any]:
    """Build the protobuf classes for the messages in `SCHEMA`; return them by message name."""
    from google.protobuf.descriptor_pb2 import FieldDescriptorProto, FileDescriptorProto
    from google.protobuf.descriptor_pool import DescriptorPool
    from google.protobuf.message_factory import GetMessageClass

    types = {
        "n": FieldDescriptorProto.TYPE_INT32,
        "b": FieldDescriptorProto.TYPE_BOOL,
        "s": FieldDescriptorProto.TYPE_STRING,
        "y": FieldDescriptorProto.TYPE_BYTES,
    }
    file = FileDescriptorProto(name="mahjongsoul.proto", package="mjlog", syntax="proto3")
    for line in SCHEMA.strip().replace("\n  ", " ").splitlines():
        name, _, members = line.partition(":")
        message = file.message_type.add(name=name)
        for member in members.split(","):
            number, called, kind = member.split()
            field = message.field.add(name=called.rstrip("*"), number=int(number))
            is_list = called.endswith("*")
            field.label = field.LABEL_REPEATED if is_list else field.LABEL_OPTIONAL
            field.type = types.get(kind, field.TYPE_MESSAGE)
            if kind not in types:
                field.type_name = f".mjlog.{kind}"
    pool = DescriptorPool()
    pool.Add(file)
    names = [message.name for message in file.message_type]
    return {name: GetMessageClass(pool.FindMessageTypeByName(f"mjlog.{name}")) for name in names}
