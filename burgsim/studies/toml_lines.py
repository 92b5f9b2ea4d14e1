"""Where the keys of a TOML text stand, since the standard parser doesn't say: for messages with a line number."""

from __future__ import annotations

from collections.abc import Sequence

#: Names of tables and keys, and positions in arrays (from 0).
Path = tuple[str | int, ...]


def lines_of(source: str) -> dict[Path, int]:
    """The line (from 1) of every table, key and element of a text that is valid TOML."""
    return _Scanner(source).scan()


def line_of(lines: dict[Path, int], path: Sequence[str | int]) -> int:
    """The line of a path, or of the longest part of it that is written down; 1 when none is."""
    for length in range(len(path), 0, -1):
        if tuple(path[:length]) in lines:
            return lines[tuple(path[:length])]
    return 1


class _Scanner:
    def __init__(self, source: str) -> None:
        self.text, self.at, self.line = source.replace("\r\n", "\n") + "\n", 0, 1
        self.found: dict[Path, int] = {}
        self.arrays: dict[Path, int] = {}

    def scan(self) -> dict[Path, int]:
        table: Path = ()
        while self._skip("\n"):
            if self.text[self.at] == "[":
                double = self.text.startswith("[[", self.at)
                self._move(2 if double else 1)
                line, key = self.line, self._key("]")
                self._move(2 if double else 1)
                table = self._resolved(key[:-1]) + key[-1:]
                if double:
                    count = self.arrays.get(table, -1) + 1
                    self.arrays[table] = count
                    self._note(table, line)
                    table = (*table, count)
                self._note(table, line)
            else:
                self._pair(table)
        return self.found

    def _resolved(self, key: Path) -> Path:
        """The path of a header's key: a table within an array of tables belongs to the last one."""
        path: Path = ()
        for part in key:
            path = (*path, part)
            if path in self.arrays:
                path = (*path, self.arrays[path])
        return path

    def _note(self, path: Path, line: int) -> None:
        for length in range(1, len(path) + 1):
            self.found.setdefault(path[:length], line)

    def _pair(self, table: Path) -> None:
        line, key = self.line, self._key("=")
        self._move(1)
        self._note((*table, *key), line)
        self._value((*table, *key))

    def _value(self, path: Path) -> None:
        self._skip("")
        here = self.text[self.at]
        if here in "[{":
            self._move(1)
            index = 0
            while self._skip("\n,") and self.text[self.at] not in "]}":
                if here == "{":
                    self._pair(path)
                else:
                    self._note((*path, index), self.line)
                    self._value((*path, index))
                    index += 1
            self._move(1)
        elif here in "\"'":
            self._string()
        else:
            while self.text[self.at] not in ",]}#\n":
                self._move(1)

    def _string(self) -> str:
        quote = self.text[self.at]
        ends = quote * 3 if self.text.startswith(quote * 3, self.at) else quote
        self._move(len(ends))
        start = self.at
        while self.at < len(self.text) and not self.text.startswith(ends, self.at):
            self._move(2 if quote == '"' and self.text[self.at] == "\\" else 1)
        inside = self.text[start : self.at]
        self._move(len(ends))
        return inside

    def _key(self, stop: str) -> Path:
        parts: list[str | int] = []
        word = ""
        while self.at < len(self.text) and self.text[self.at] != stop:
            here = self.text[self.at]
            if here in "\"'":
                word = self._string()
                continue
            if here == ".":
                parts.append(word.strip())
                word = ""
            else:
                word += here
            self._move(1)
        parts.append(word.strip())
        return tuple(parts)

    def _skip(self, also: str) -> bool:
        """Past blanks, comments and the characters in `also`; False at the end of the text."""
        while self.at < len(self.text):
            here = self.text[self.at]
            if here == "#":
                while self.at < len(self.text) and self.text[self.at] != "\n":
                    self._move(1)
            elif here in " \t" or here in also:
                self._move(1)
            else:
                return True
        return False

    def _move(self, by: int) -> None:
        self.line += self.text.count("\n", self.at, self.at + by)
        self.at += by
