"""Catalogues of translations, and the command that keeps them: ``python -m assets.locale``."""
