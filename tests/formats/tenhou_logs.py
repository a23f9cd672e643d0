"""Small Tenhou logs of our own making, for the tests beside this file."""

SHUFFLED = '<SHUFFLE seed="" ref=""/>'
NAMES = (
    '<UN n0="%41%6E%6E" n1="Bea" n2="%E5%BC%B5" n3="Dan" dan="0,0,0,0" '
    'rate="1500,1500,1500,1500" sx="F,F,M,M"/>'
)
SCORES = "250,0,250,0,250,0,250,0"
HANDS = (
    (0, 4, 8, 12, 20, 24, 36, 40, 44, 72, 76, 80, 108),  # 1234m 67m 123p 123s 1z
    (1, 5, 9, 13, 17, 21, 37, 41, 45, 73, 77, 81, 109),  # 123456m 123p 123s 1z
    (2, 6, 10, 14, 18, 22, 38, 42, 46, 74, 78, 82, 110),
    (3, 7, 11, 15, 19, 23, 39, 43, 47, 75, 79, 83, 111),
)


def hand(ids):
    return ",".join(map(str, ids))


def init(hands=HANDS, seed="0,0,0,2,3,100", ten="250,250,250,250", oya=0):
    dealt = " ".join(f'hai{seat}="{hand(ids)}"' for seat, ids in enumerate(hands))
    return f'<INIT seed="{seed}" ten="{ten}" oya="{oya}" {dealt}/>'


def moves(words):
    return "".join(f"<{word}/>" for word in words.split())


def log(*parts, kind=9, names=NAMES, shuffled=SHUFFLED):
    body = "".join(parts)
    return (
        f'<mjloggm ver="2.3">{shuffled}<GO type="{kind}" lobby="0"/>{names}<TAIKYOKU '
        f'oya="0"/>{body}</mjloggm>'
    ).encode()


def washout(extra="", sc=SCORES, owari=True, ba="0,0"):
    final = ' owari="250,10.0,250,0.0,250,0.0,250,-10.0"' if owari else ""
    return f'<RYUUKYOKU {extra}ba="{ba}" sc="{sc}"{final}/>'


def words(deal):
    """The turns with their seats, as a record would have them."""
    return " ".join(f"{'ABCD'[turn.seat]}:{turn.word}" for turn in deal.turns)


def chow(low, copies, called):
    """A chow of kinds low, low + 1, low + 2 with those copies.

    The one at place `called` comes from the left.
    """
    base = (low // 9 * 7 + low % 9) * 3 + called
    return base << 10 | copies[0] << 3 | copies[1] << 5 | copies[2] << 7 | 4 | 3


def pung(kind, unused, called, source):
    return (kind * 3 + called) << 9 | unused << 5 | 8 | source


def added(kind, unused, called, source):
    return (kind * 3 + called) << 9 | unused << 5 | 16 | source


def kong(tile, source):
    return tile << 8 | source


def call(seat, word):
    return f'<N who="{seat}" m="{word}"/>'
