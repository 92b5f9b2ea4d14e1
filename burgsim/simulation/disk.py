"""Files that are written whole or not at all, and what a disk says told in words."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from burgsim.games.game import UserError


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
