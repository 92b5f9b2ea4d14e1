"""Files that are written whole or not at all, what a disk says told in words, and JSON that anybody may have edited."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path
from typing import Any

from burgsim.games.game import UserError

#: Objects in one another; what is written here has about ten.
_DEEPEST = 100


def parsed(text: str) -> Any:
    """The value of a JSON text.

    Raises
    ------
    ValueError
        It is none, or so deeply nested that whatever goes through it would run out of stack.
    """
    try:
        value = json.loads(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    layer, depth = [value], 0
    while layer := [one for one in layer if isinstance(one, dict | list) and one]:
        if (depth := depth + 1) > _DEEPEST:
            raise ValueError("nested too deeply")
        layer = [inner for one in layer for inner in (one.values() if isinstance(one, dict) else one)]
    return value


def why(error: OSError) -> str:
    """Why something couldn't be written."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        return "there is no room left on the disk"
    if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
        return "it can't be written to"
    return error.strerror or str(error)


def write_text(path: Path, text: str) -> Path:
    """Write a file under a temporary name and rename it; its folder is made. An interruption leaves what was there.

    Raises
    ------
    UserError
        No room, a folder that can't be written, and the like.
    """
    if not path.name:  # "" and "." and "/"
        raise UserError(f"{path} is a folder; name a file in it")
    part = path.with_name(path.name + ".tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            part.write_text(text, encoding="utf-8", newline="\n")
            os.replace(part, path)
        except OSError:
            part.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise UserError(f"{path}: {why(error)}") from None
    return path
