"""The card game: which assumed numbers matter, and how far do the answers move over them?"""

from __future__ import annotations

from burgsim.report import Page
from burgsim.report.sensitivity_page import assumed_numbers
from burgsim.studies.lab import Lab

GAME = "burgundy-cards"


def answer(lab: Lab) -> Page:
    """Vary each assumed number over what the presets make of it, alone and all together, and say what moves."""
    return assumed_numbers(lab, 2)
