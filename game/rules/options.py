"""Options of games: how their texts are read, which of them are house rules, and what a match has where it is asked for
some of them."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from game.rules.language import _, error_words
from game.rules.protocol import AnyRules, Option, OptionError, usual_options


def at_least_one(text: str) -> int:
    """A whole number of at least 1, as an option's text; raises ValueError."""
    number = int(text) if text.strip().isdecimal() else 0
    if number < 1:
        raise ValueError(_("needs a whole number of at least 1"))
    return number


def on_or_off(text: str) -> bool:
    """A switch, as an option's text; raises ValueError."""
    switched = {"on": True, "yes": True, "true": True, "1": True, "off": False, "no": False, "false": False, "0": False}
    if text.strip().lower() not in switched:
        raise ValueError(_("needs on or off"))
    return switched[text.strip().lower()]


def whole_number(values: range, text: str) -> int:
    """A whole number of a range, as an option's text; raises ValueError."""
    number = int(text) if text.strip().isdecimal() else -1
    if number not in values:
        raise ValueError(_("needs a whole number from {low} to {high}", low=values[0], high=values[-1]))
    return number


def house_number(key: str, usual: int, values: range, about: str, label: str) -> Option:
    """A house rule that is a number."""
    choices = tuple([(str(value), str(value)) for value in values])
    return Option(key, usual, partial(whole_number, values), about, False, label, choices, house=True)


def house_switch(key: str, usual: bool, about: str, label: str) -> Option:
    """A house rule that is on or off."""
    choices = (("off", _("no")), ("on", _("yes")))
    return Option(key, usual, on_or_off, about, False, label, choices, house=True)


def full_options(rules: AnyRules, given: Mapping[str, Any]) -> dict[str, Any]:
    """The options that are `given`, filled up with the defaults of the others, and without house rules that are as
    usual."""
    asked = dict(given)
    for option in rules.options:
        if option.house and asked.get(option.key) == option.default:
            del asked[option.key]
    return usual_options(rules) | asked


def house_rules(rules: AnyRules, options: Mapping[str, Any]) -> list[Option]:
    """The house rules of these options that are not as usual."""
    house = (option for option in rules.options if option.house)
    return [option for option in house if options.get(option.key, option.default) != option.default]


def unusual_options(rules: AnyRules, options: Mapping[str, Any]) -> list[Option]:
    """The options that people are told of and that are not as usual here, house rules and others."""
    told = (option for option in rules.options if option.label and option.key in options)
    return [option for option in told if option.text_of(options[option.key]) != option.default_text]


def parse_options(rules: AnyRules, texts: Sequence[str]) -> dict[str, Any]:
    """The options of a game with ``KEY=VALUE`` texts applied; raises OptionError naming what would do."""
    options = dict[str, Any]()
    known = {option.key: option for option in rules.options}
    for text in texts:
        key, equals, value = text.partition("=")
        if not equals or key not in known:
            choices = ", ".join(known) or "none"
            raise OptionError(f"{rules.name} has no option {text!r}; use KEY=VALUE with one of: {choices}")
        try:
            options[key] = known[key].parse(value)
        except ValueError as error:
            why, about = error_words(error), known[key].about
            told = _("{key}={value}: {why} ({about})", key=key, value=value, why=why, about=about)
            raise OptionError(told) from None
    return full_options(rules, options)
