"""``python -m tests.stress.player SEED``: a window in which somebody plays until it is killed."""

import sys

from game.base.interrupts import number_of, status_of


def main() -> int:
    """Play on and on; the exit status once the program is asked to end, even before it is there."""
    try:
        from tests.stress.playing import play

        return play(int(sys.argv[1]))
    except KeyboardInterrupt as error:
        return status_of(number_of(error))


if __name__ == "__main__":
    sys.exit(main())
