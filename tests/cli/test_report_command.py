"""burgsim report: a question of one's own, as the how-to has it, and pages that aren't written over."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from burgsim import cli

ROOT = Path(__file__).resolve().parents[2]


def report(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr("sys.argv", ["burgsim", "report", *words])
    return cli.main()


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the script of the how-to, and a copy of it under another name."""
    code = re.search(r"```python\n(.*?)```", (ROOT / "docs/how-to/ask-a-question.md").read_text(encoding="utf-8"), re.S)
    assert code is not None
    (tmp_path / "analyses").mkdir()
    for name in ("third_seat", "my_question"):
        (tmp_path / "analyses" / f"{name}.py").write_text(code.group(1), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_question_of_the_how_to(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert report(monkeypatch, "third-seat", "--games", "400", "--quiet") == 0
    page = checkout / "reports" / "burgundy-cards" / "third-seat.html"
    assert "third-seat: reports/burgundy-cards/third-seat.html" in capsys.readouterr().out
    text = page.read_text(encoding="utf-8")
    assert "What does a worker more do for the third seat?" in text
    assert re.search(r"as printed: [+\u2212]\d.*pp \[.*two for the third seat: [+\u2212]?\d", text)


def test_a_copied_script_does_not_write_over_the_page_of_another(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert report(monkeypatch, "my-question", "--games", "20", "--quiet") == 2
    said = capsys.readouterr().err
    assert "analyses/my_question.py would write over the page of third-seat" in said
    assert "slug='my-question'" in said and len(said.strip().splitlines()) == 1
    assert not (checkout / "reports" / "burgundy-cards" / "third-seat.html").exists()
