"""Our own games by their names, for whoever need not know more of them."""

import os


def names() -> list[str]:
    """The names of the games that come with the program: of the packages beside this module that declare one."""
    folder = os.path.dirname(__file__)
    return sorted(name for name in os.listdir(folder) if os.path.exists(os.path.join(folder, name, "module.py")))
