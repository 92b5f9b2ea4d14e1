"""What the slow checks measure is kept and written as a page, where VERIFY_PAGE names a folder (`make verify` does)."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from burgsim.report import write_index
from burgsim.report.checks_page import Checks, checks_page, write_checks


@pytest.fixture(scope="session")
def checks() -> Iterator[Checks]:
    found = Checks()
    yield found
    folder = os.environ.get("VERIFY_PAGE", "")
    if folder and found.any:
        write_checks(checks_page(found), folder)
        write_index(folder)
