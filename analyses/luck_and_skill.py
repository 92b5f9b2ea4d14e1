"""The card game: how much is luck, does better play win, and what does thinking ahead bring?"""

from __future__ import annotations

from burgsim.report import Page
from burgsim.report.luck_and_skill import luck_and_skill
from burgsim.studies.lab import Lab

GAME = "burgundy-cards"


def answer(lab: Lab) -> Page:
    """Play the ladder, deals with one source of chance drawn anew, and rollouts, and write what they say."""
    return luck_and_skill(lab, (2, 3, 4))
