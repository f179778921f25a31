"""The command ``train``: learning headless."""

from argparse import Namespace

from game.base.safe_text import warn
from game.cli import in_worker
from game.cli import train_networks as cli_train_networks
from game.cli import train_tables as cli_train_tables
from game.cli.output import Tell
from game.cli.spread import add_spread
from game.cli.words import (
    Command,
    Help,
    Parser,
    UsageError,
    add_count,
    add_game,
    add_options,
    add_seed,
    count,
    game_of,
    new_file,
)
from game.games import registry
from game.mods.mods import MODS, ModsInUse

HELP = Help(
    "GAME AI [--games N | --rounds N] [--until SHARE] [--seed N] [--against AI]... [--out FILE] [--replace]\n"
    "       [--from FILE] [--every N] [--seats N] [--with AI]... [--at-once N]\n"
    "       [--batch N [--workers N | --ray ADDRESS]] [--set KEY=VALUE]... [--method METHOD] [--patience N]",
    "An AI that learns a table plays itself, or those it is set --against, each game one round; with --every N it\n"
    "meets them in every Nth game only, and plays itself in the others. Its parameters follow its name:\n"
    "NAME@key=value,... with alpha, gamma, epsilon, decay, floor, unknown, spread, ties, returns (step, or episode:\n"
    "it learns how each game ended once it is over). The same words give the same file, byte for byte. Interrupted,\n"
    "it keeps what has been learnt so far. With --until SHARE it goes on until it plays that well, where the game can\n"
    "measure that, as Nim can: the share of the positions that can be won in which its best move wins.\n"
    "A file that it replaces and does not go on from is kept as NAME.previous.npz; if that was learnt from more\n"
    "games it asks before, or takes --replace.\n"
    "--with AI sets another learner at the same table; each learns from its own moves and has a file of its own.\n"
    "So does --against AI where that is the AI itself: both learn, the second is kept as FILE-2.npz. --against\n"
    "AI:FILE plays by that file, and learns nothing.\n"
    "--seats N is how many players there are: seats that no --with or --against takes are shared by those who learn.\n"
    "--at-once N is another method: N games at once on one table. It plays many more games a second, and learns\n"
    "less from each.\n"
    "--batch N is a third: N games are played while the table stays as it is, and learnt from then. --workers or\n"
    "--ray share them out; the same words give the same file, whoever plays.\n"
    "\n"
    "An AI that plays by networks learns from --rounds, many at once, against a pool of opponents: those that it is\n"
    "set --against, drawn for every seat. The best networks are kept, and it stops when the win rate is flat.\n"
    "Its file is written every half minute, and --from goes on with it as if it had never stopped. Its parameters,\n"
    "too, follow its name: NAME@rate=0.001,action_hidden=128-128,seats=2-3-4 and so on; a wrong one names them all.\n"
    "At Thirty-one NAME@shards=8 plays a batch in eight shards, which --workers or --ray share out.",
    (
        "tabletalk train nim q-learner",
        "tabletalk train nim q-learner@unknown=1,epsilon=0.2 --set piles=3,4,5 --out mine.npz",
        "tabletalk train nim q-learner --from mine.npz --games 50000",
        "tabletalk train nim q-learner --until 1 --seed 2 --out mine.npz",
        "tabletalk train nim q-learner --games 1000000 --at-once 1024",
        "tabletalk train notty q-learner --against random --every 4 --games 800",
        "tabletalk train nim q-learner --against q-learner",
        "tabletalk train notty q-learner --with q-learner-plus --seats 3 --games 800",
        "tabletalk train thirty_one neural --rounds 1000000 --against greedy --against greedy-caller@call_at=28",
    ),
)


def train_arguments(parser: Parser) -> None:
    """The words of ``train``."""
    add_game(parser)
    parser.add_argument("ai", metavar="AI", nargs="?", help="an AI that learns, as NAME[@key=value,...]")
    parser.add_argument(
        "--games",
        metavar="N",
        type=count,
        help=f"games to learn from (a table's default: {cli_train_tables.GAMES}); of networks, rounds",
    )
    parser.add_argument(
        "--against",
        metavar="AI",
        action="append",
        default=[],
        help="an opponent: for each seat left where a table is learnt (the AI itself, without a file, learns too); for "
        "networks one of those at their tables",
    )
    add_count(parser, "--every", 1, "with --against: meets them in every Nth game only, itself in the others")
    parser.add_argument("--out", metavar="FILE", type=new_file, help="the file to keep (default: a file of the user's)")
    parser.add_argument(
        "--replace", action="store_true", help="writes over a file that was learnt from more games without asking"
    )
    parser.add_argument(
        "--from", metavar="FILE", dest="start", help="goes on from this trained file, and keeps it there without --out"
    )
    add_count(parser, "--at-once", 1, "games at once on one table; more than 1 is another method")
    add_spread(parser, "play what is learnt from: the games of a --batch, or the shards of networks' batches")
    add_seed(parser, usual="1, or that of the file it goes on from")
    add_options(parser)
    cli_train_tables.train_arguments(parser)
    cli_train_networks.train_arguments(parser)


def run_train(words: Namespace) -> int:
    """Train as these words ask, keep what was learnt, and say what it is."""
    ai = _learner_of(words)
    if ai.learns_table:
        second = [spec for spec in words.against if ai.name == spec.partition("@")[0]]
        words.beside += second
        words.against = [spec for spec in words.against if spec not in second]
    _tell_systems(words, ai)
    if MODS.in_use(ai.game, [words.ai, *words.beside]).found:
        ais = [words.ai, *words.beside, *words.against]
        return in_worker.run_train(words, MODS.in_use(ai.game, ais, systems=True))
    if ai.learner_spec is not None:
        return cli_train_tables.run_train(words, ai, ai.learner_spec)
    if words.beside or words.seats is not None or words.batch is not None:
        raise UsageError(f"{ai.name} learns networks: --with, --seats and --batch are for tables")
    assert ai.network_training is not None
    return cli_train_networks.run_train(words, ai, ai.network_training)


def _tell_systems(words: Namespace, ai: registry.AI) -> None:
    """Say that the games go through the world where systems of mods take part. Raises UsageError where they cannot."""
    told = MODS.through_world(ai.game)
    if told and (not ai.learns_table or words.at_once > 1 or words.batch):
        mods = MODS.names_with_systems(ai.game)
        raise UsageError(
            f"systems of mods take part in {ai.game} ({mods}): only tables that are learnt one game at a time can be "
            "trained with them; take these mods away"
        )
    if told:
        warn(f"note: {told}")


def _learner_of(words: Namespace) -> registry.AI:
    game = game_of(words)
    learners = [ai.name for ai in registry.ais(game.name) if ai.can_train]
    choices = f"choose one of: {', '.join(learners)}" if learners else f"no AI of {game.name} learns"
    if words.ai is None:
        raise UsageError(f"which AI? {choices}")
    name = words.ai.partition("@")[0]
    if ":" in name:
        raise UsageError(f"{words.ai}: to go on from a trained file, use --from FILE")
    ai = registry.ai(game.name, name)
    if not ai.can_train:
        raise UsageError(f"{name} does not learn; {choices}")
    return ai


def train_in_worker(words: Namespace, tell: Tell, mods: ModsInUse) -> tuple[int, str]:
    """The same in the process in which AIs of these mods learn: the exit status, and what is to be said."""
    ai = _learner_of(words)
    if ai.learner_spec is None:
        raise UsageError(f"{ai.name} learns no table, so no AI of a mod can learn --with it")
    return cli_train_tables.trained(words, ai, ai.learner_spec, tell, mods)


COMMAND = Command(HELP, train_arguments, run_train)
