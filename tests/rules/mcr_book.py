"""The hands by which the rule book of 1998 shows its fans, as sets and the fans that it names.

Waits, winds, what is concealed or melded, and pungs of terminals or honours are not told there.
"""

SLIPS = {
    1: "half-flush is left out",
    17: "two dragon pungs are 54, not 59",
    22: "reversible tiles are left out; they contain one voided suit",
    25: "lower four is left out",
    27: "double pung is left out",
    46: "all chows is left out",
    50: "all terminals and honours contain all pungs",
    53: "upper tiles contain upper four",
    55: "lower tiles contain lower four",
    63: "all chows is left out",
    64: "all chows is left out",
    70: "all chows is left out",
    77: "all chows is left out",
    78: "each chow is joined once: three fans of two chows, not two",
    79: "one voided suit is left out",
    90: "no honours and a tile hog are left out",
}
"""Where the book breaks its own principles or leaves out a fan: by the number of the hand, why."""
HANDS = """
111z 222z 333z 444z 77z | big-four-winds all-honors
111z 222z 333z 444z 99m | big-four-winds all-terminals-and-honors
111z 222z 333z 444z 33s | big-four-winds half-flush
777z 666z 555z 111m 99p | big-three-dragons all-terminals-and-honors one-voided-suit
777z 666z 555z 111z 33z | big-three-dragons all-honors
777z 666z 555z 456s 55s | big-three-dragons half-flush
234s 234s 666s 888s 66z | all-green pure-double-chow
234s 234s 234s 666s 66z | all-green pure-triple-chow
222s 333s 444s 666s 88s | all-green pure-shifted-pungs full-flush all-pungs all-simples
2222s 5555m 7777p 1111z 77z | four-kongs all-types
1111m 2222s 3333p 1111s 44m | four-kongs mixed-shifted-pungs double-pung lower-four
7777p 4444z 7777z 3333p 55p | four-kongs half-flush dragon-pung
111z 333z 444z 123s 22z | little-four-winds outside-hand half-flush
333z 222z 444z 555z 11z | little-four-winds all-honors dragon-pung
777z 666z 999p 111p 55z | little-three-dragons all-terminals-and-honors half-flush
777z 666z 123s 111p 55z | little-three-dragons outside-hand one-voided-suit
777z 666z 111z 444z 55z | little-three-dragons all-honors
777z 555z 111z 222z 44z | all-honors dragon-pung
111m 111s 999m 999s 11p | all-terminals
222s 333p 444m 222p 33m | four-concealed-pungs mixed-shifted-pungs lower-four double-pung all-simples
123s 123s 789s 789s 55s | pure-terminal-chows
123m 123m 123m 123m 44m | quadruple-chow full-flush lower-four all-chows
111p 222p 333p 444p 22s | four-pure-shifted-pungs lower-four one-voided-suit
123m 234m 345m 456m 11m | four-pure-shifted-chows full-flush all-chows
123s 345s 567s 789s 55p | four-pure-shifted-chows all-chows one-voided-suit
2222m 3333m 4444m 222s 33s | three-kongs pure-shifted-pungs all-pungs double-pung one-voided-suit all-simples
111z 111m 999s 999p 77z | all-terminals-and-honors all-types double-pung
222m 222s 666p 888p 44p | all-even-pungs
222m 222s 222p 444m 44s | all-even-pungs lower-four triple-pung
666m 666s 888s 888m 22s | all-even-pungs double-pung double-pung one-voided-suit
111m 222m 333m 444m 99m | full-flush four-pure-shifted-pungs
123s 123s 123s 123s 44s | full-flush lower-four quadruple-chow all-chows
123p 456p 789p 789p 99p | full-flush pure-straight pure-double-chow tile-hog all-chows
456m 456m 456m 456p 55p | pure-triple-chow all-fives middle-tiles all-chows mixed-double-chow one-voided-suit
222s 333s 444s 333p 22p | pure-shifted-pungs lower-four all-pungs all-simples one-voided-suit double-pung
789m 789s 789p 789p 99p | upper-tiles mixed-triple-chow pure-double-chow outside-hand tile-hog all-chows
777s 888m 777p 999m 88s | upper-tiles double-pung all-pungs
789m 789s 888s 888p 88m | upper-tiles mixed-double-chow double-pung tile-hog
456s 444s 555s 666s 66p | middle-tiles pure-shifted-pungs tile-hog one-voided-suit
123p 123m 123s 123s 33s | lower-tiles mixed-triple-chow pure-double-chow tile-hog all-chows
123m 456m 789m 123m 77m | pure-straight full-flush pure-double-chow all-chows
123s 456s 789s 666p 88p | pure-straight no-honors one-voided-suit
123p 789p 123m 789m 55s | three-suited-terminal-chows
123p 234p 345p 234s 22s | pure-shifted-chows all-chows mixed-double-chow one-voided-suit
123s 345s 567s 345s 22s | pure-shifted-chows full-flush all-chows pure-double-chow
123m 345m 567m 888p 77s | pure-shifted-chows no-honors
456p 456s 456m 456m 55m | all-fives middle-tiles mixed-triple-chow tile-hog pure-double-chow
345m 456m 555p 555s 55m | all-fives double-pung tile-hog
333p 333m 333s 234s 44m | triple-pung lower-four tile-hog all-simples
111m 111p 111s 999p 99s | triple-pung all-terminals
777z 111z 999m 111s 99p | three-concealed-pungs all-terminals-and-honors all-types all-pungs dragon-pung
444s 777s 888s 123s 55s | three-concealed-pungs full-flush
789s 678p 777p 789m 99s | upper-four tile-hog mixed-double-chow
789m 789s 789p 789p 77s | upper-four upper-tiles mixed-triple-chow pure-double-chow all-chows
666s 666p 666m 777p 88p | upper-four triple-pung all-pungs all-simples
123s 123m 123p 123m 33m | lower-four lower-tiles mixed-triple-chow pure-double-chow tile-hog all-chows
111s 222s 333s 444s 22m | lower-four four-pure-shifted-pungs one-voided-suit
111z 222z 333z 999m 99s | big-three-winds all-terminals-and-honors one-voided-suit
222z 333z 444z 234m 55m | big-three-winds half-flush
222z 333z 444z 777z 66z | big-three-winds all-honors dragon-pung
123s 456p 789m 123s 88p | mixed-straight pure-double-chow all-chows
123m 456s 789p 456p 77m | mixed-straight short-straight all-chows
123p 234p 345p 888p 99p | reversible-tiles full-flush pure-shifted-chows
234p 234p 234p 234p 11p | reversible-tiles full-flush lower-four quadruple-chow
345p 345p 456s 456s 55s | reversible-tiles all-fives tile-hog pure-double-chow pure-double-chow
234p 456s 888p 888s 55z | reversible-tiles double-pung
111p 222p 333p 444p 55p | reversible-tiles full-flush four-pure-shifted-pungs
222s 456s 456s 888s 55s | reversible-tiles full-flush pure-double-chow tile-hog all-simples
888p 999p 999s 555z 88s | reversible-tiles all-pungs dragon-pung double-pung
345s 345p 345m 456m 44m | mixed-triple-chow all-chows all-simples tile-hog
678m 678s 678p 678p 99s | mixed-triple-chow upper-four pure-double-chow
222p 333s 444m 333p 22m | mixed-shifted-pungs lower-four double-pung all-pungs all-simples
777m 888s 999p 789p 99m | mixed-shifted-pungs upper-tiles tile-hog
123m 234m 345m 789m 77z | half-flush pure-shifted-chows two-terminal-chows
123s 234m 345p 456s 55m | mixed-shifted-chows short-straight all-chows
123m 456p 789s 666z 44z | all-types mixed-straight dragon-pung
123m 123m 111p 111s 11m | outside-hand lower-tiles pure-double-chow double-pung tile-hog
789p 789m 789s 789s 99s | outside-hand upper-tiles mixed-triple-chow tile-hog pure-double-chow
123m 123m 789m 789m 77z | outside-hand half-flush pure-double-chow two-terminal-chows
123m 123p 999m 789p 11z | outside-hand mixed-double-chow two-terminal-chows
11223344556677m | seven-shifted-pairs
19m19s19p12344765z | thirteen-orphans
77p22s33m77551144z | seven-pairs all-types
33336688m225577s | seven-pairs all-simples one-voided-suit tile-hog
11223344776655z | seven-pairs all-honors
1199m1199s119999p | seven-pairs all-terminals tile-hog
17m369s25p1234765z | greater-honors-and-knitted-tiles
258m147s36p123765z | lesser-honors-and-knitted-tiles
147m39s258p134765z | lesser-honors-and-knitted-tiles
147m258s369p23476z | lesser-honors-and-knitted-tiles knitted-straight
33258m147444s369p | knitted-straight
147m36966s258123p | knitted-straight all-chows
369m258s147p11177z | knitted-straight all-types
11223344558899p | reversible-tiles full-flush seven-pairs
"""  # noqa: E501
