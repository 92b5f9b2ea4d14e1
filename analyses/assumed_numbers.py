"""Which of the numbers that had to be assumed matter, and how far do the answers move over them?"""

from __future__ import annotations

from dataclasses import replace

from burgsim.report import Page
from burgsim.report.blocks import provenance
from burgsim.report.sensitivity_page import sensitivity_page
from burgsim.studies.lab import Lab
from burgsim.studies.sensitivity import sensitivity

GAME = "burgundy-cards"
PLAYERS = 2


def answer(lab: Lab) -> Page:
    """Vary each assumed number over what the presets make of it, alone and all together, and say what moves."""
    found = sensitivity(GAME, PLAYERS, deals=max(20, lab.sizes.table // 200), seed=lab.seed, workers=lab.workers)
    lab.played += found.games
    page = sensitivity_page(found, lab.game, lab.command, {})
    return replace(
        page, slug="assumed-numbers", title="The assumed numbers", order=50,
        provenance=provenance(lab, f"{found.player} in every seat"),
    )  # fmt: skip
