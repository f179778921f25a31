"""House rules of Jaipur and Notty: what they change, that what is usual stays as it is, and who plays by them."""

import json
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import esper
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tests.games
from components.players import Decision, Human
from game.__main__ import main
from game.analysis import baseline as baseline_module
from game.analysis.batches import carried_out
from game.analysis.judges import JudgeWords, usual_judge
from game.analysis.opinions import everybody
from game.games import registry, standings
from game.games.jaipur import rules as jaipur
from game.games.jaipur.moves import MoveKind as JaipurMoveKind
from game.games.jaipur.round_worth import round_worth
from game.games.notty import rules as notty
from game.games.notty.hands import size as cards_in
from game.games.notty.moves import Move, MoveKind
from game.games.seats import SeatError, parse_seats, setup
from game.library import play
from game.matches.arena import Fixture
from game.matches.arena_match import ArenaMatch
from game.matches.check import Follower, follow
from game.matches.conformance import violations
from game.matches.replay import read
from game.matches.session import Session
from game.matches.standings import measured
from game.mods.mods import ModsInUse
from game.rules.multisets import few, size
from game.rules.options import full_options, house_rules, parse_options
from game.rules.protocol import AnyRules, OptionError, Setup, apply
from tests.quick import quick_agent, quick_seat
from tests.tables import confirm, held_state

ODD = {
    "jaipur": {"seals": 3, "hand_limit": 5, "herd": False, "open_bonus": True},
    "notty": {"draw_limit": 1, "hand_limit": 10},
}
"""Every house rule as far from usual as it goes: no option tells which way that is. Thirty-one's are tested on a page
of their own."""
GAMES = sorted(ODD)
JAIPUR_HOUSES = st.fixed_dictionaries(
    {"seals": st.integers(1, 3), "hand_limit": st.integers(5, 9), "herd": st.booleans()}
)
NOTTY_HOUSES = st.fixed_dictionaries({"draw_limit": st.integers(1, 3), "hand_limit": st.integers(10, 20)})
RULES = [
    pytest.param(game, odd, id=f"{game}-{odd}")
    for game in tests.games.GAMES
    for rules in [registry.game(game).rules]
    for odd in [
        *({option.key: option.parse(text)} for option in rules.options if option.house for text, _ in option.choices),
        ODD.get(game, {}),
    ]
    if house_rules(rules, odd)
]
"""Every value of every house rule that is registered, alone, and all of a game together."""
LONGEST = 120
SEEDS = st.integers(0, 10**6)


def texts(options: Mapping[str, Any]) -> list[str]:
    return [f"{key}={'on' if value is True else 'off' if value is False else value}" for key, value in options.items()]


def dealt(rules: AnyRules, options: Mapping[str, Any], seed: int = 1) -> Any:
    how = Setup(2, full_options(rules, options))
    return rules.deal(how, rules.new_standing(how), 0, Random(seed))


def random_round(rules: AnyRules, options: Mapping[str, Any], seed: int) -> Iterator[tuple[Any, Any, Any]]:
    """The moves of a round of random play, each with the states before and after it."""
    state, rng = dealt(rules, options, seed), Random(seed)
    for _ in range(LONGEST):
        if state.to_move is None:
            return
        legal = rules.legal_moves(rules.view(state, state.to_move))
        move, before = legal[rng.randrange(len(legal))], state.copy()
        apply(rules, state, move, rng)
        yield before, move, state


def positions(game: str, options: Mapping[str, Any], seed: int, most: int) -> Iterator[tuple[Any, Any, Random]]:
    """What the player to move sees in a round of random play, the state, and random numbers of the test's own."""
    rules, rng = registry.game(game).rules, Random(seed)
    for state, _, _ in islice(random_round(rules, options, seed), most):
        yield rules.view(state, state.to_move), state, rng


# --- what is usual stays as it is ---


@pytest.mark.parametrize("game", GAMES)
def test_house_rules_that_are_as_usual_are_no_options_of_a_match(game: str) -> None:
    rules = registry.game(game).rules
    usual = {option.key: option.default for option in rules.options if option.house}
    assert parse_options(rules, texts(usual)) == parse_options(rules, []) == {"turn_limit": rules.options[0].default}
    assert full_options(rules, usual | {"turn_limit": 7}) == {"turn_limit": 7}
    assert house_rules(rules, {}) == []
    assert [rule.key for rule in house_rules(rules, ODD[game])] == [*ODD[game]]


@pytest.mark.parametrize("game", GAMES)
def test_a_replay_tells_only_house_rules_that_are_not_as_usual(game: str, tmp_path: Path) -> None:
    heads = []
    for name, options in (("usual", {}), ("odd", ODD[game])):
        play(game, ["random", "random"], 3, {"turn_limit": 20} | options, tmp_path / name)
        heads.append(json.loads((tmp_path / name).read_text().splitlines()[0])["options"])
    assert heads == [{"turn_limit": 20}, {"turn_limit": 20} | ODD[game]]


def test_values_beyond_what_groups_play_are_refused_in_a_sentence() -> None:
    with pytest.raises(OptionError, match="hand_limit=4: needs a whole number from 5 to 9"):
        parse_options(jaipur.RULES, ["hand_limit=4"])
    with pytest.raises(OptionError, match="draw_limit=4: needs a whole number from 1 to 3"):
        parse_options(notty.RULES, ["draw_limit=4"])


# --- what they change ---


@given(JAIPUR_HOUSES, SEEDS)
def test_jaipurs_hands_hold_as_many_goods_as_the_house_says(house: dict[str, Any], seed: int) -> None:
    for *_, after in random_round(jaipur.RULES, house, seed):
        assert all(few(hand) <= max(5, house["hand_limit"]) for hand in after.hands)
        assert (
            size(after.market)
            + len(after.deck)
            - after.deck_at
            + len(after.discard)
            + sum(map(size, after.hands))
            + sum(after.herds)
            == 55
        )
        assert house["herd"] or after.camel_score(0) == after.camel_score(1) == 0
        assert sum(jaipur.RULES.worth(after)) == pytest.approx(1.0)


@given(NOTTY_HOUSES, SEEDS)
def test_nottys_draws_and_hands_keep_to_the_house(house: dict[str, Any], seed: int) -> None:
    for before, move, after in random_round(notty.RULES, house, seed):
        assert all(cards_in(hand) <= house["hand_limit"] + bool(after.used & 4) for hand in after.hands)
        if move.kind == MoveKind.DRAW:
            assert 1 <= move.value <= house["draw_limit"]
            assert sum(map(cards_in, after.hands)) == sum(map(cards_in, before.hands)) + move.value


@pytest.mark.parametrize("game", GAMES)
def test_rules_keep_their_promises_under_house_rules(game: str) -> None:
    entry = registry.game(game)
    assert violations(entry.rules, 2, [*texts(ODD[game]), "turn_limit=60"], entry.zones) == []


def test_a_larger_hand_takes_more_than_seven_goods() -> None:
    assert max(few(hand) for seed in range(8) for *_, after in random_round(jaipur.RULES, {"hand_limit": 9}, seed)
               for hand in after.hands) == 9  # fmt: skip


@pytest.mark.parametrize(("limit", "word"), [(5, "five"), (9, "nine")])
def test_refusals_name_the_limit_of_the_house(limit: int, word: str) -> None:
    state = dealt(jaipur.RULES, {"hand_limit": limit})
    state.hands[0] = limit  # diamonds: what is counted is how many
    view = jaipur.RULES.view(state, 0)
    move = next(move for move in jaipur.RULES.legal_moves(view._replace(hand=0)) if move.market)
    assert jaipur.RULES.refusal(view, move) == f"the hand holds {word} goods; no more can be taken"


def test_a_draw_of_two_is_refused_where_one_is_the_limit() -> None:
    view = notty.RULES.view(dealt(notty.RULES, {"draw_limit": 1}), 0)
    assert notty.RULES.refusal(view, Move(MoveKind.DRAW, 1)) is None
    assert notty.RULES.refusal(view, Move(MoveKind.DRAW, 2)) == "a draw takes one card"


@pytest.mark.parametrize("seals", [1, 2, 3])
def test_as_many_seals_win_as_the_house_says(seals: int) -> None:
    found = play("jaipur", ["utility", "random"], 5, {"seals": seals})
    assert found.end.winner is not None
    assert found.round_winners.count(found.end.winner) == seals


def test_the_herd_counts_for_nobody_where_it_is_not_counted() -> None:
    state = dealt(jaipur.RULES, {"herd": False})
    state.herds, state.to_move = [7, 0], None
    end = jaipur.RULES.round_end(state, jaipur.RULES.new_standing(Setup(2)))
    assert end.scores == (0, 0)
    assert [str(line.label) for line in end.lines] == ["Goods tokens", "Bonus tokens", "Score"]


# --- who plays by them ---


@pytest.mark.parametrize(("game", "odd"), RULES)
def test_whoever_knows_a_house_rule_plays_legally_by_it(game: str, odd: dict[str, Any]) -> None:
    for ai in registry.ais(game):
        if ai.foreign_rule(odd) is not None:
            continue
        agent = quick_agent(ai)
        for view, _, rng in positions(game, odd, 4, 40 if ai.knows is not None else 6):
            candidates = agent.think(view, rng)
            assert candidates, ai.name
            refused = [each for each in candidates if registry.game(game).rules.refusal(view, each.move) is not None]
            assert not refused, (ai.name, refused)


@pytest.mark.parametrize(("game", "ai"), [("jaipur", "neural"), ("jaipur", "expert"), ("notty", "deep-q")])
def test_networks_say_for_which_rules_they_were_trained(game: str, ai: str) -> None:
    with pytest.raises(
        SeatError, match=rf"{ai} was trained for hand_limit=\d+ and does not play with hand_limit=(10|9)"
    ):
        setup(
            registry.game(game).rules, parse_seats(game, [ai, "random"]), {"hand_limit": 9 if game == "jaipur" else 10}
        )


@pytest.mark.parametrize(("game", "odd"), RULES)
def test_whoever_judges_by_a_house_rule_weighs_what_is_legal_by_it(game: str, odd: dict[str, Any]) -> None:
    rules, judging = registry.game(game).rules, 0
    for ai in registry.ais(game):
        if ai.foreign_rule(odd, judging=True) is not None or not (ai.judge or ai.name == "search"):
            continue
        judging += 1
        judge = JudgeWords(game, quick_seat(ai), 0.05).judge()
        for view, state, rng in positions(game, odd, 2, 30 if ai.judge else 3):
            played = rng.choice(rules.legal_moves(view))
            weighed = judge.weigh(view, [played], rng)
            assert played in [each.move for each in weighed]
            assert all(rules.refusal(view, each.move) is None and 0.0 <= each.chance <= 1.0 for each in weighed)
            assert sum(judge.open_chances([state], rng)[0]) == pytest.approx(1.0)
    assert judging


def test_a_larger_herd_wins_a_round_in_the_judge_s_eyes_where_it_counts() -> None:
    judge = JudgeWords("jaipur", "expert", 0.05).judge()
    chances = []
    for herd in ({}, {"herd": False}):
        state = dealt(jaipur.RULES, {"seals": 1} | herd)
        state.herds, state.tokens_left = [3, 0], [0, 0, 0, *state.tokens_left[3:]]  # whatever is played ends it
        view = jaipur.RULES.view(state, 0)
        taken = next(move for move in jaipur.RULES.legal_moves(view) if move.kind is JaipurMoveKind.TAKE_GOOD)
        chances.append(next(each.chance for each in judge.weigh(view, [taken], Random(1)) if each.move == taken))
    assert chances[0] > 0.95
    assert chances[1] < 0.7  # nobody has scored


def test_commands_refuse_whoever_does_not_know_the_house_rules(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "jaipur", "club", "random", "--games", "2", "--set", "hand_limit=5"]) == 2
    assert "club is made for hand_limit=7 and does not play with hand_limit=5" in capsys.readouterr().err
    assert main(["train", "jaipur", "q-learner", "--games", "1", "--set", "herd=off"]) == 2
    assert "q-learner was trained for herd=on" in capsys.readouterr().err


@pytest.mark.parametrize("game", GAMES)
def test_others_stand_in_and_hint_where_the_usual_ones_do_not_know_but_the_judge_stays(game: str) -> None:
    entry, odd = registry.game(game), {"hand_limit": 5 if game == "jaipur" else 10}
    assert registry.usual_ai(entry, {}).name == entry.default_ai
    assert registry.usual_ai(entry, odd).name == entry.house_ai
    assert usual_judge(entry) == usual_judge(entry, odd) == entry.judge
    assert entry.default_ai in everybody(game)
    assert {"random", "search", entry.house_ai} <= {*everybody(game, odd)} <= {*everybody(game)}
    view = entry.rules.view(dealt(entry.rules, odd), 0)
    assert registry.house_rules_seen(entry, view)["hand_limit"] == odd["hand_limit"]


@pytest.mark.parametrize("game", GAMES)
def test_a_match_by_house_rules_is_the_same_in_the_world_and_can_be_checked(game: str, tmp_path: Path) -> None:
    options = {"turn_limit": 30} | ODD[game]
    for through in ("rules", "world"):
        (tmp_path / through).mkdir()
        match = ArenaMatch(game, ("random", registry.game(game).house_ai), options, through, folder=tmp_path / through)
        match(Fixture(1, (0, 1), 7))
    found = [(tmp_path / through / "match-0001.jsonl").read_bytes() for through in ("rules", "world")]
    assert found[0] == found[1]
    replay = read(tmp_path / "rules" / "match-0001.jsonl")
    follower = Follower(replay)
    for line in replay.lines:
        follower.step(line)
    assert follower.position.state.house == type(follower.position.state.house).of(ODD[game])


@pytest.mark.parametrize("game", GAMES)
def test_a_match_by_house_rules_is_taken_back_and_gone_on_with(game: str, tmp_path: Path) -> None:
    path, entry = tmp_path / "match.jsonl", registry.game(game)
    seats = parse_seats(game, ["human", entry.house_ai])
    session = Session(game, seats, ODD[game], seed=5, record=path)
    before = decides(session)
    legal = entry.rules.legal_moves(entry.rules.view(before, 0))
    confirm(session.world, legal[-1])
    session.world.frame(0.0)
    decides(session)
    assert session.undo()
    taken_back = decides(session)
    assert entry.rules.view(taken_back, 0) == entry.rules.view(before, 0)
    session.close()
    resumed = Session.resumed(read(path))
    assert resumed.setup.options.items() >= ODD[game].items()
    assert decides(resumed) == taken_back
    assert before.house == type(before.house).of(ODD[game])
    confirm(resumed.world, legal[0])
    resumed.world.frame(0.0)
    after = decides(resumed)
    resumed.close()
    assert follow(read(path)).state == after


def decides(session: Session) -> Any:
    """Let AIs play until the human is to decide; the state then."""
    for _ in range(200):
        session.world.frame(0.0)
        if list(esper.get_components(Decision, Human)):
            return held_state()
    raise AssertionError("no human came to decide")


# --- the match ---


def test_chances_before_a_round_follow_the_seals_that_win() -> None:
    first, last = jaipur.Standing(needed=3), jaipur.Standing((2, 2), needed=3)
    assert standings.chances("jaipur", {"seals": 3}, first, 0) == pytest.approx((0.5, 0.5))
    assert standings.chances("jaipur", {"seals": 3}, last, 1) == pytest.approx((0.5, 0.5))
    ahead = standings.chances("jaipur", {"seals": 3}, jaipur.Standing((2, 0), needed=3), 0)
    assert ahead == pytest.approx((7 / 8, 1 / 8))
    usual = standings.chances("jaipur", {}, jaipur.Standing(), 0)
    assert standings.chances("jaipur", {"hand_limit": 5}, jaipur.Standing(), 0) == usual, "the same standings"


@pytest.mark.parametrize(("seals", "won"), [(1, 1.0), (3, 0.6875)])
def test_a_round_is_worth_what_it_is_to_the_match(seals: int, won: float) -> None:
    view = jaipur.RULES.view(dealt(jaipur.RULES, {"seals": seals}), 0)
    assert round_worth(view)[0] == pytest.approx(won)


def test_the_table_of_standings_is_measured_for_house_rules() -> None:
    table = measured("jaipur", "utility", {"turn_limit": 500, "seals": 3}, 2, 4, 1)
    assert len(table.chances) == 9
    assert all(sum(row) == pytest.approx(1.0) for row in table.chances.values())


@pytest.fixture
def few_deals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A home of the test's own, where chances before deals are measured from few."""
    monkeypatch.setenv("TABLETALK_HOME", str(tmp_path))
    monkeypatch.setattr(baseline_module, "DEALS", 2)


def before(game: str, options: Mapping[str, Any], ai: str = "expert") -> baseline_module.Baseline:
    """What a match of a game with these options, judged so, begins from."""
    how = Setup(2, full_options(registry.game(game).rules, options))
    return carried_out(baseline_module.baseline(JudgeWords(game, ai), how, 0, ModsInUse()))


@pytest.mark.usefixtures("few_deals")
def test_an_analysis_measures_the_table_of_other_standings_once(monkeypatch: pytest.MonkeyPatch) -> None:
    found = before("jaipur", {"seals": 3})
    assert found.table is not None
    assert found(jaipur.Standing((2, 2), needed=3), 0) == found.table.chances[2, 2]
    monkeypatch.setattr(baseline_module, "Measuring", None)
    assert before("jaipur", {"seals": 3}).digest == found.digest, "it is kept"
    for usual in (before("jaipur", {}), before("jaipur", {"turn_limit": 30})):
        assert (usual.table, usual.measured) == (None, None)
        assert usual.digest != found.digest


@pytest.mark.usefixtures("few_deals")
@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("jaipur", {"hand_limit": 5}),
        ("jaipur", {"herd": False}),
        ("thirty_one", {"three_of_a_kind": True}),
        ("thirty_one", {"caller_safe": True}),
    ],
)
def test_an_analysis_measures_what_standings_are_worth_by_a_house_rule(game: str, options: dict[str, Any]) -> None:
    table = before(game, options).table
    assert table is not None
    assert table.options.items() >= options.items()
    assert standings.kept(game) == (table,)


@pytest.mark.usefixtures("few_deals")
def test_what_standings_are_worth_is_measured_by_the_judge_of_the_game_whoever_judges() -> None:
    path, odd = standings.kept_path("jaipur"), full_options(jaipur.RULES, {"hand_limit": 5})
    standings.write("jaipur", path, measured("jaipur", "random", odd, 2, 3, 1))
    found = before("jaipur", odd, "search")
    assert found.table is not None
    assert (found.table.made["judge"], found.table.made["deals"]) == ("expert", 2)
    better = measured("jaipur", "expert", odd, 2, 3, 1)
    standings.write("jaipur", path, better)
    assert before("jaipur", odd).table == standings.kept("jaipur")[0], "one of more deals is taken"
    assert standings.kept("jaipur")[0].made == better.made


@pytest.mark.usefixtures("few_deals")
def test_a_kept_table_of_a_game_of_one_round_is_told() -> None:
    odd = full_options(notty.RULES, {"draw_limit": 1})
    standings.write("notty", standings.kept_path("notty"), measured("notty", "expert", odd, 2, 2, 1))
    found = before("notty", odd)
    assert found.table == standings.kept("notty")[0]
    assert found(notty.RULES.new_standing(Setup(2, odd)), 0) == standings.kept("notty")[0].chances[0, 0]
