"""What all tests share: property tests draw the same examples in every run, and no clock judges them."""

from hypothesis import settings

settings.register_profile("tabletalk", deadline=None, derandomize=True, max_examples=60)
settings.load_profile("tabletalk")
