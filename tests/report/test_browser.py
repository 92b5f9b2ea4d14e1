"""Pages in a real browser: nothing in the console, nothing fetched, nothing wider than the window."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from burgsim.report import write_index
from tests.report import chromium, example

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(chromium.find() is None, reason="no Chromium on the path (looked for chromium, google-chrome)"),
]
REPORTS = Path(__file__).parents[2] / "reports"


@pytest.fixture(scope="module")
def browser() -> Iterator[chromium.Chromium]:
    with chromium.Chromium() as running:
        yield running


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("reports")
    write_index(home, [example.page("<script>console.error('escaped?')</script>")])
    return home


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("name", ["index.html", "burgundy-cards/start-player.html"])
def test_page_is_quiet_and_fits(browser: chromium.Chromium, folder: Path, name: str, width: int) -> None:
    seen = browser.visit(folder / name, width)
    assert seen["title"]
    assert seen["complaints"] == []
    assert seen["requests"] == []
    assert seen["overflow"] <= 0


@pytest.mark.parametrize("path", sorted(REPORTS.rglob("*.html")), ids=lambda p: str(p.relative_to(REPORTS)))
def test_published_page_is_quiet_and_fits(browser: chromium.Chromium, path: Path) -> None:
    seen = browser.visit(path)
    assert (seen["complaints"], seen["requests"]) == ([], [])
    assert seen["overflow"] <= 0


def test_the_browser_does_notice(browser: chromium.Chromium, tmp_path: Path) -> None:
    page = tmp_path / "bad.html"
    page.write_text('<title>bad</title><img src="missing.png"><script>console.error("x"); nonsense()</script>'
                    '<div style="width: 3000px">wide</div>')
    seen = browser.visit(page)
    text = " ".join(seen["complaints"])
    assert "nonsense" in text and '"x"' in text
    assert any(url.endswith("missing.png") for url in seen["requests"])
    assert seen["overflow"] > 1000
