"""Sheets without turns that several tests begin with."""

TAIYUAN = """%mjlog 1.0
Rules: taiyuan/1{options}
A: East
B: South
C: West
D: North

@ 1 dealer=A
win C 2s self
ready C D
show C *5555z 3'3'm2'34p234777s
"""
"""A self-drawn win with a concealed kong under the rules of Taiyuan; `options` follow the rule set.
"""
WON = TAIYUAN.format(options="")
