"""The order of an event is that of the points that are due, where the rules tell them."""

from mjlog.results.event_standings import GameEnd, standings_of


def test_players_stand_by_what_is_due_and_by_what_is_recorded_where_nothing_else_is_known():
    audited = GameEnd(("Ann", "Bea"), ((10, -10), (-10, 10)))
    assert [each.name for each in standings_of([audited]).players] == ["Bea", "Ann"]
    recorded_alone = GameEnd(("Ann", "Bea"), ((10, None), (-10, None)))
    assert [each.name for each in standings_of([recorded_alone]).players] == ["Ann", "Bea"]
