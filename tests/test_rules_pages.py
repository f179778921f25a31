"""Rules with pictures tell the numbers of the house that is played in."""

from systems.view.games.views import view_of
from systems.view.table.rules_page import RulesPage


def words(page: RulesPage | None) -> str:
    assert page is not None
    sections = [*page.rules, *page.scoring]
    return " ".join(
        [str(words) for section in sections for words in (section.words, *(e.words for e in section.examples))]
    )


def test_jaipurs_page_tells_seals_and_hands_of_the_house() -> None:
    view = view_of("jaipur")
    usual, odd = words(view.rules_page({})), words(view.rules_page({"seals": 3, "hand_limit": 5, "herd": False}))
    assert "two seals win" in usual
    assert "and no good both ways." in usual
    assert "holds seven at most" in usual
    assert "larger herd earns 5 points" in usual
    assert "three seals win" in odd
    assert "holds five at most" in odd
    assert "larger herd" not in odd


def test_nottys_page_tells_draws_and_hands_of_the_house() -> None:
    view = view_of("notty")
    usual, odd = words(view.rules_page({})), words(view.rules_page({"draw_limit": 1, "hand_limit": 12}))
    assert "Draw one, two or three cards." in usual
    assert "hold 20 cards at most" in usual
    assert "Draw one card." in odd
    assert "hold 12 cards at most" in odd


def test_nottys_keys_draw_as_many_cards_as_the_house_lets() -> None:
    view = view_of("notty")
    assert [view.keys({"draw_limit": limit})[0] for limit in (1, 2, 3)] == [
        ("1", "draw a card"),
        ("1, 2", "draw one or two cards"),
        ("1, 2, 3", "draw one, two or three cards"),
    ]
