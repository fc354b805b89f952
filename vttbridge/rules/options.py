"""House rules as typed data: what a table may set, its range, its default and the rule it touches."""

from typing import Literal

import msgspec

from vttbridge.rules.refusal import Refusal, refuse

Setting = tuple[str, str]
"""An option's name and its value as text."""


class Option(msgspec.Struct, frozen=True):
    """One house rule. `values` are the allowed words, the default first; a number has limits instead.

    A list is written with commas: `values` are the words that it may hold, `words` its default, and the
    limits say how many they may be.
    """

    name: str
    rule: str
    values: tuple[str, ...] = ()
    kind: Literal["word", "number", "list"] = "word"
    number: float = 0.0
    low: float = 0.0
    high: float = 0.0
    words: tuple[str, ...] = ()

    @property
    def default(self) -> str:
        """The default as text."""
        match self.kind:
            case "word":
                return self.values[0]
            case "number":
                return f"{self.number:g}"
            case "list":
                return ",".join(self.words)

    def check(self, value: str) -> Refusal | None:
        """Refuse a value that the option does not know."""
        if self.kind == "word":
            return None if value in self.values else refuse("NO_SUCH_VALUE", option=self.name, given=value)
        if self.kind == "list":
            return self._check_list(listed(value))
        number = _number(value)
        if number is None or not self.low <= number <= self.high:
            return refuse("OUT_OF_RANGE", option=self.name, given=value, low=self.low, high=self.high)
        return None

    def _check_list(self, words: tuple[str, ...]) -> Refusal | None:
        for word in words:
            if word not in self.values:
                return refuse("NO_SUCH_VALUE", option=self.name, given=word)
        if not self.low <= len(words) <= self.high:
            return refuse("OUT_OF_RANGE", option=self.name, given=len(words), low=self.low, high=self.high)
        return None


def listed(text: str) -> tuple[str, ...]:
    """Read a list that is written with commas; brackets and blanks around its words do not matter."""
    words = (word.strip() for word in text.strip().strip("[]").split(","))
    return tuple(word for word in words if word)


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


class Options(msgspec.Struct, frozen=True):
    """The options of a ruleset with what a table set."""

    known: tuple[Option, ...] = ()
    settings: tuple[Setting, ...] = ()

    def word(self, name: str) -> str:
        """Return an option's value; an unknown name is a caller's bug and raises ValueError."""
        for key, value in self.settings:
            if key == name:
                return value
        return self._find(name).default

    def number(self, name: str) -> float:
        """Return a numeric option's value."""
        return float(self.word(name))

    def words(self, name: str) -> tuple[str, ...]:
        """Return the words of a list option."""
        return listed(self.word(name))

    def is_on(self, name: str, word: str) -> bool:
        """Return whether an option stands on a word; the word must be one of its values."""
        if word not in self._find(name).values:
            raise ValueError(f"option {name} has no value {word}")
        return self.word(name) == word

    def with_settings(self, settings: tuple[Setting, ...]) -> "Options | Refusal":
        """Set options, or say which one cannot be set so."""
        names = {option.name: option for option in self.known}
        for name, value in settings:
            if name not in names:
                return refuse("NO_SUCH_OPTION", option=name)
            refused = names[name].check(value)
            if refused is not None:
                return refused
        merged = dict(self.settings) | dict(settings)
        return msgspec.structs.replace(self, settings=tuple(sorted(merged.items())))

    def _find(self, name: str) -> Option:
        for option in self.known:
            if option.name == name:
                return option
        raise ValueError(f"no option {name}")
