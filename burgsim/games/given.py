"""What users give: text and TOML from their files, and their values as messages show them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from burgsim.games.game import UserError

#: Tables and lists within each other, in a file; all that reads the tree calls itself for each.
MOST_NESTED = 50
#: A whole number that no field can mean; larger ones can't be made floats of, nor written.
MOST_BITS = 128
_SHOWN = 60


def read_text(file: Path, what: str, missing: str | None = None) -> str:
    """The text of a user's file, without the mark that some editors put before it.

    Parameters
    ----------
    file, what
        Which file, and what it is in a message ("rules file").
    missing : str, optional
        What stands for a file that doesn't exist (without it that is an error).

    Raises
    ------
    UserError
        One line: no such file, or why it can't be read.
    """
    try:
        return file.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        if missing is not None:
            return missing
        raise UserError(f"{what} {path_text(file)} doesn't exist") from None
    except OSError as error:
        raise UserError(f"{what} {path_text(file)} can't be read: {error.strerror or error}") from None
    except ValueError as error:  # not UTF-8, or a name that no file can have
        raise UserError(f"{what} {path_text(file)} can't be read: {error}") from None


def parse_toml(source: str, what: str) -> dict[str, Any]:
    """TOML as a tree; `what` is the file in a message.

    Raises
    ------
    UserError
        One line: where it is no TOML, or why it can't be taken.
    """
    try:
        tree = tomllib.loads(source)
    except tomllib.TOMLDecodeError as error:
        raise UserError(f"{what} is not valid TOML: {error}") from None
    except RecursionError:
        raise UserError(_nested(what)) from None
    except ValueError:  # Python's own limit to the digits of a number
        raise UserError(_too_large(what)) from None
    check_tree(tree, what)
    return tree


def check_tree(tree: Any, what: str) -> None:
    """Refuse tables and lists that are nested too deeply, and whole numbers that are too large to be handled."""
    level = [tree]
    for _ in range(MOST_NESTED):
        inner: list[Any] = []
        for one in level:
            for member in one.values() if isinstance(one, Mapping) else one:
                if isinstance(member, Mapping | list | tuple):
                    inner.append(member)
                elif isinstance(member, int) and member.bit_length() > MOST_BITS:
                    raise UserError(_too_large(what))
        if not inner:
            return
        level = inner
    raise UserError(_nested(what))


def _nested(what: str) -> str:
    return f"{what}: tables or lists are nested too deeply (at most {MOST_NESTED} within each other)"


def _too_large(what: str) -> str:
    return f"{what}: a whole number in it is too large (at most {MOST_BITS} bits)"


def path_text(file: Path | str) -> str:
    """A path as a message shows it: in one line whatever is in it."""
    text = str(file)
    return text if text.isprintable() else repr(text)


def shown(value: Any) -> str:
    """A value as a message shows it, the beginning of a long one."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # Python writes no number of more than some thousand digits
        return "a number of thousands of digits"
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}... ({len(text):,} characters)"
