"""The command ``inspect``: what a checkpoint holds."""

import json
import math
from argparse import Namespace
from collections.abc import Mapping
from typing import Any

from game.agents.learning import LearnerSpec, TrainedTable, measured
from game.agents.network_learning import TrainedNetworks
from game.base.safe_text import say
from game.checkpoints import container, places
from game.checkpoints.container import CheckpointError, Content
from game.cli import in_worker
from game.cli.network_words import best_rows, network_rows, parameter_words, value_words
from game.cli.output import percent, table
from game.cli.words import Command, CommandError, Help, Parser
from game.games import registry
from game.mods.mod import ModAI
from game.mods.mods import MODS
from game.rules.wording import counted

HELP = Help(
    "FILE [--json]",
    "Game, AI, options, parameters and statistics. Of a table the learnt values: a line for every state, its actions\n"
    "from the best to the worst; at Nim a state is the piles and an action is PILE,STONES, piles counted from 0. Of\n"
    "networks their layers, and how their training went.",
    ("tabletalk inspect mine.npz", "tabletalk inspect mine.npz --json"),
)


def inspect_arguments(parser: Parser) -> None:
    """The words of ``inspect``."""
    parser.add_argument("file", metavar="FILE", help="a trained file")
    parser.add_argument("--json", action="store_true", help="prints everything as JSON")


def run_inspect(words: Namespace) -> int:
    """Print what a checkpoint holds."""
    content, ai = _read(words)
    if isinstance(ai, ModAI):
        in_worker.run_inspect(words, MODS.in_use(ai.game, [ai.name]))
    else:
        say(_told(words, content, ai))
    return 0


def inspect_in_worker(words: Namespace) -> str:
    """What is to be said of a file, in the process in which the AIs of mods learn."""
    return _told(words, *_read(words))


def _read(words: Namespace) -> tuple[Content, registry.AI]:
    """A file and its AI. Raises CommandError where there is none."""
    try:
        content = container.read(places.find(words.file))
        try:
            return content, registry.ai(content.header["game"], content.header["ai"])
        except registry.UnknownNameError as error:
            raise content.fault(str(error)) from None
    except CheckpointError as error:
        raise CommandError(str(error)) from error


def _told(words: Namespace, content: Content, ai: registry.AI) -> str:
    """What a file of an AI holds, in words or as JSON. Raises CommandError."""
    try:
        if ai.codec is None:
            raise content.fault(f"{ai.name} at {ai.game} does not learn")
        learnt = ai.codec.decoded(content)
    except CheckpointError as error:
        raise CommandError(str(error)) from error
    record = ai.codec.record(learnt)
    if words.json:
        return json.dumps(record, indent=1)
    if isinstance(learnt, TrainedNetworks):
        return table(_of_networks(content, learnt), left=2)
    assert ai.learner_spec is not None
    rows = table(_of_table(content, learnt, record, ai.learner_spec), left=2)
    return "\n".join([rows, *_ranked(record["values"])])


def _of_table(content: Content, trained: TrainedTable, record: Mapping[str, Any], spec: LearnerSpec) -> list[list[str]]:
    rows = [["game", trained.game], ["ai", trained.ai]]
    rows += [[key, _listed(record[key])] for key in ("options", "parameters", "statistics")]
    rows += [["seed", str(trained.seed)], ["sha-256", content.digest]]
    if spec.evaluation is not None:
        evaluation = spec.evaluation(trained.table.setting)
        share = measured(evaluation, trained.learner(spec.encoding))
        rows.append(["measured", f"{percent(share)}: {evaluation.about}"])
    return rows


def _listed(values: Mapping[str, Any]) -> str:
    return ", ".join(f"{key} {value}" for key, value in values.items())


def _ranked(values: Mapping[str, Mapping[str, float]]) -> list[str]:
    """A line for every state: its actions from the best to the worst."""
    told = []
    for state, learnt in values.items():
        ranked = sorted(learnt.items(), key=lambda pair: -pair[1])
        told.append(f"{state}:  {'  '.join(f'{action} {value:+.3f}' for action, value in ranked)}")
    return told


def _of_networks(content: Content, trained: TrainedNetworks) -> list[list[str]]:
    parameters, statistics = trained.parameters, trained.statistics
    rows = [["game", trained.game], ["ai", trained.ai], *network_rows(trained)]
    rows.append(["method", str(parameters.get("method", "not known"))])
    rows.append(["against", ", ".join(parameters.get("against", [])) or "nobody"])
    rows.append(["parameters", parameter_words(parameters)])
    rows.append(
        ["statistics", ", ".join(f"{key} {value_words(each)}" for key, each in statistics.items() if key != "best")]
    )
    rows += best_rows(trained)
    latest = dict(zip(trained.columns, trained.curve[-1].tolist(), strict=True)) if len(trained.curve) else {}
    last = (
        ", ".join(f"{name} {value:.4g}" for name, value in latest.items() if math.isfinite(value))
        if len(trained.curve)
        else "nothing"
    )
    batches = counted(len(trained.curve), "{number:,} batch", "{number:,} batches")
    rows += [
        ["curve", f"{batches}, the latest: {last}"],
        ["seed", str(trained.seed)],
    ]
    return [*rows, ["goes on", "yes, with --from" if trained.state else "no"], ["sha-256", content.digest]]


COMMAND = Command(HELP, inspect_arguments, run_inspect)
