import dataclasses
import hashlib
import io
import re
from html.parser import HTMLParser
from pathlib import Path

import pandas as pd
import pytest
from markupsafe import Markup

from burgsim.report import (
    MAX_BYTES,
    Column,
    Estimate,
    Method,
    Page,
    PresetRow,
    Presets,
    Prose,
    Section,
    Table,
    render_page,
    write_index,
    write_page,
)
from burgsim.report.document import Figure, Finding
from burgsim.report.pages import inline
from burgsim.report.tables import csv, layout
from tests.report import example

EVIL = "<script>alert('x')</script> & \"quoted\" $\\bad{$"


class Parsed(HTMLParser):
    """Tags with their attributes, and whether every tag is closed in order."""

    VOID = {"meta", "link", "br", "img"}

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag, attrs) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag) -> None:
        assert self.open.pop() == tag


@pytest.fixture(scope="module")
def html() -> str:
    return render_page(example.page())


def small(**changes) -> Page:
    """The example without its figures: quick to write."""
    page = example.page_without_figures()
    return dataclasses.replace(page, **changes)


def test_tags_are_closed_and_ids_are_unique(html: str) -> None:
    parsed = Parsed(html)
    assert parsed.open == []
    ids = [attributes["id"] for _, attributes in parsed.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    inner = {a["href"] for t, a in parsed.tags if t in ("a", "use") and (a.get("href") or "").startswith("#")}
    assert {link[1:] for link in inner} <= set(ids)


def test_text_is_escaped_everywhere() -> None:
    rows = [{"policy": EVIL, "value": 1.0}]
    page = small(
        title=EVIL,
        question=EVIL,
        answer=EVIL,
        game_title=EVIL,
        sections=[
            Section(
                EVIL,
                [
                    Prose(EVIL),
                    Finding(EVIL, None, "", EVIL, 1, EVIL),
                    Figure(example.figures.slope(example.frozen(), EVIL, "b"), EVIL, EVIL, EVIL),
                    Table("t", EVIL, rows, [Column("policy", EVIL), Column("value", "", EVIL)], EVIL, "policy"),
                    Method(EVIL),
                ],
            )
        ],
        presets=Presets(EVIL, EVIL, [PresetRow(EVIL, EVIL, Estimate(1.0, 0.5, 1.5), 10)]),
        provenance=dataclasses.replace(
            example.page_without_figures().provenance, command=EVIL, rules={EVIL: EVIL}, more={EVIL: EVIL}
        ),
    )
    html = render_page(page)
    assert "<script" not in html
    assert "&lt;script&gt;" in html
    assert Parsed(html).open == []


def test_light_markup() -> None:
    assert inline("a `b<c` **d** *e*") == "a <code>b&lt;c</code> <strong>d</strong> *e*"
    assert inline(Markup("<em>kept</em>")) == "<em>kept</em>"


def test_nothing_is_fetched(html: str) -> None:
    assert not re.search(r"https?:|//[a-z]|@import", html)
    for tag, attributes in Parsed(html).tags:
        assert tag not in {"script", "iframe", "object"}
        for name in ("src", "href", "action"):
            value = attributes.get(name) or ""
            assert value.startswith(("data:", "#")) or value in ("", "../index.html")


def test_the_order_is_words_figure_table_method(html: str) -> None:
    section = html.split("<section")[1]
    places = [section.index(f'class="{kind}') for kind in ("finding", "prose", "table", "method")]
    places.insert(2, section.index("<figure"))
    assert places == sorted(places)


def test_the_same_page_has_the_same_bytes(tmp_path: Path) -> None:
    digests = []
    for name in "ab":
        written = write_page(example.page(), tmp_path / name)
        write_index(tmp_path / name)
        files = sorted(p for p in (tmp_path / name).rglob("*") if p.is_file())
        assert set(written.files) < set(files)
        digests.append([hashlib.sha256(p.read_bytes()).hexdigest() for p in files])
    assert digests[0] == digests[1]


def test_size(html: str) -> None:
    assert len(html.encode()) < MAX_BYTES / 3


def test_a_large_page_is_written_with_a_warning(tmp_path: Path) -> None:
    with pytest.warns(UserWarning, match=r"0\.\d+ MB, more than 0\.7 MB"):
        written = write_page(small(answer="x" * MAX_BYTES), tmp_path)
    assert written.size > MAX_BYTES and written.path.is_file()


def test_every_table_has_its_csv(tmp_path: Path) -> None:
    page = example.page()
    home = write_page(page, tmp_path).path.parent
    expected = {f"start-player.{name}.csv" for name in ("win-share", "effects", "presets")}
    assert {p.name for p in home.glob("*.csv")} == expected
    parsed = Parsed((home / "start-player.html").read_text(encoding="utf-8"))
    assert {a["download"] for t, a in parsed.tags if t == "a" and "download" in a} == expected
    back = pd.read_csv(home / "start-player.effects.csv")
    pd.testing.assert_frame_equal(back, example.effects(), rtol=1e-7)


def test_a_table_that_is_gone_takes_its_csv_along(tmp_path: Path) -> None:
    home = write_page(small(), tmp_path).path.parent
    mine = home / "start-player.notes.csv"
    mine.write_text("kept")
    write_page(small(sections=[], presets=None), tmp_path)
    assert [p.name for p in home.glob("*.csv")] == ["start-player.notes.csv"]


def test_the_index_survives_a_part_of_the_pages(tmp_path: Path) -> None:
    write_index(tmp_path, [small(), small(slug="solo", title="Alone", order=1)])
    write_index(tmp_path, [small(slug="roads", title="Roads", game="carcassonne", game_title="Carcassonne")])
    index = (tmp_path / "index.html").read_text(encoding="utf-8")
    links = re.findall(r'<h3><a href="([^"]*)"', index)
    assert links == [
        "carcassonne/roads.html", "burgundy-cards/solo.html", "burgundy-cards/start-player.html",
    ]
    assert all((tmp_path / link).is_file() for link in links)
    assert index.count("<h2>") == 2
    (tmp_path / "burgundy-cards/solo.html").unlink()
    (tmp_path / "burgundy-cards/start-player.json").write_text("{broken")
    assert re.findall(r'<h3><a href="([^"]*)"', write_index(tmp_path).read_text(encoding="utf-8")) == links[:1]


def test_an_empty_index_says_what_to_do(tmp_path: Path) -> None:
    assert "make report" in write_index(tmp_path / "new").read_text(encoding="utf-8")


def test_cells() -> None:
    rows = [
        {"who": "a", "share": 0.5231, "lo": 0.5191, "hi": 0.5271, "n": 1000, "ok": True},
        {"who": "b", "share": 0.25, "lo": None, "hi": None, "n": 7, "ok": False},
    ]
    columns = [Column("who"), Column("share", "", "share", low="lo", high="hi"), Column("n"), Column("ok")]
    table = Table("t", "T", rows, columns)
    heads, lines = layout(table)
    assert [(h.label, h.unit, h.span) for h in heads][:2] == [("who", "", 1), ("share", "%", 2)]
    assert [text for _, text in lines[0].cells] == ["a", "52.3", "[51.9, 52.7]", "1\u202f000", "yes"]
    assert [text for _, text in lines[1].cells] == ["b", "25.0", "", "7", "no"]
    assert pd.read_csv(io.StringIO(csv(table)))["share"].tolist() == [0.5231, 0.25]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Table("T 1", "", [{"a": 1}]), "slug"),
        (lambda: Table("t", "", [{"a": 1}], [Column("b")]), "no column b; it has a"),
        (lambda: Table("t", "", [{"a": 1}], [Column("a", low="a")]), "both its low and its high"),
        (lambda: small(slug="../x"), "slug"),
        (lambda: small(sections=[Section("s", [Table("t", "", [{"a": 1}])] * 2)]), "more than one table named t"),
        (lambda: small(sections=[Section("s", [Table("presets", "", [{"a": 1}])])]), "presets"),
    ],
)
def test_mistakes_are_named(make, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make()
