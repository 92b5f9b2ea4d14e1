"""A matplotlib figure as a piece of HTML: inline SVG, or PNG where that is smaller. The same figure, the same bytes."""

from __future__ import annotations

import base64
import io
import re
from html import escape

import matplotlib as mpl
from markupsafe import Markup
from matplotlib.figure import Figure as Plot

from burgsim.report.style import style

# Below this an SVG is kept without asking how large the PNG would be: it is sharp, and its text can be selected.
SMALL_SVG = 80_000
PNG_DPI = 170


def _svg(plot: Plot, salt: str) -> str:
    buffer = io.StringIO()
    with style(), mpl.rc_context({"svg.hashsalt": salt}):
        plot.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    return buffer.getvalue()


def _png(plot: Plot) -> bytes:
    buffer = io.BytesIO()
    with style():
        plot.savefig(buffer, format="png", dpi=PNG_DPI, metadata={"Software": None})
    return buffer.getvalue()


def _slim(svg: str, prefix: str) -> str:
    """matplotlib's file as an element of a page: no prologue, no ids but those referred to, the page's own fonts.

    Ids get a prefix, since several pictures share a page. Namespaces are implied in HTML.
    """
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<!--.*?-->|<metadata>.*?</metadata>", "", svg, flags=re.S)
    box = re.search(r'viewBox="[^"]*"', svg)
    svg = re.sub(r"<svg[^>]*>", f"<svg {box.group(0) if box else ''}>", svg, count=1)
    svg = svg.replace("xlink:href", "href")
    used = set(re.findall(r'(?:url\(|href=")#([^")]+)', svg))
    svg = re.sub(r' id="([^"]*)"', lambda m: f' id="{prefix}{m.group(1)}"' if m.group(1) in used else "", svg)
    svg = re.sub(r'(url\(|href=")#', rf"\g<1>#{prefix}", svg)
    # Text keeps its size, weight and slant; the family is that of the page.
    svg = re.sub(r"font: ((?:[a-z0-9]+ )*)([\d.]+)px [^;\"]*", _font, svg)
    svg = re.sub(r'(font-family|font-stretch): [^;"]*;? ?', "", svg)
    svg = re.sub(r"(\d+\.\d\d)\d+", r"\1", svg)
    svg = re.sub(r' transform="rotate\(-?0 [^"]*"', "", svg)
    svg = re.sub(r">\s+<", "><", svg)
    svg = _ungroup(svg)
    return re.sub(r"\n\s*", " ", svg).strip()


def _ungroup(svg: str) -> str:
    """Without the groups that say nothing; matplotlib wraps every part in one, to hang its ids on."""
    out: list[str] = []
    kept: list[bool] = []
    for token in re.split(r"(</?g\b[^>]*>)", svg):
        if token == "<g/>":
            continue
        if token == "</g>":
            if not kept.pop():
                continue
        elif token.startswith("<g"):
            kept.append(token != "<g>")
            if token == "<g>":
                continue
        out.append(token)
    return "".join(out)


def _font(match: re.Match[str]) -> str:
    words = match.group(1).split()
    parts = [f"font-size: {match.group(2)}px"]
    parts += [f"font-weight: {word}" for word in words if word == "bold" or word.isdigit()]
    parts += [f"font-style: {word}" for word in words if word in ("italic", "oblique")]
    return "; ".join(parts)


def picture(plot: Plot, name: str, alt: str) -> Markup:
    """The figure as HTML.

    Parameters
    ----------
    plot
        Any matplotlib figure.
    name
        Distinct for each picture of a page; ids and matplotlib's hashes begin with it.
    alt
        What is to be seen, for who can't see it.
    """
    svg = _slim(_svg(plot, name), name + "-")
    label = escape(alt, quote=True)
    if len(svg) > SMALL_SVG:
        png = base64.b64encode(_png(plot)).decode("ascii")
        if len(png) < len(svg):
            return Markup(f'<img alt="{label}" src="data:image/png;base64,{png}">')
    return Markup(svg.replace("<svg ", f'<svg role="img" aria-label="{label}" ', 1))
