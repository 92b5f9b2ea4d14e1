"""Arrows point one way: cli, analyses -> report -> studies -> simulation -> players -> games; statistics is a leaf."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "burgsim"
#: What each part may import of burgsim, besides itself.
MAY = {
    "games": set(),
    "players": {"games"},
    "statistics": set(),
    "simulation": {"players", "games", "statistics"},
    "studies": {"simulation", "players", "games", "statistics"},
    "report": {"studies", "simulation", "players", "games", "statistics"},
    "commands": {"report", "studies", "simulation", "players", "games", "statistics"},
}
#: The kernel's side of the house plays; it knows no data frames.
NO_FRAMES = ("games", "players", "simulation/kernel.py")
#: What a game may use besides its own package.
GAME_MAY = {"game", "chance", "jit", "rulebook", "bits", "moves"}
GAMES = {folder.parent.name for folder in (PACKAGE / "games").glob("*/__init__.py")}


def imports(file: Path, anywhere: bool = True) -> set[str]:
    """Modules that a file imports (under TYPE_CHECKING too); with anywhere=False at its top level only."""
    return imported(file.read_text(encoding="utf-8"), file.relative_to(ROOT).parent.parts, anywhere)


def imported(source: str, package: tuple[str, ...], anywhere: bool = True) -> set[str]:
    """The same of a text that stands in a package; relative imports under their full names."""
    tree = ast.parse(source)
    nodes = ast.walk(tree) if anywhere else iter(tree.body)
    found = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join([*above, *([node.module] if node.module else [])])
            found |= {module} | {f"{module}.{alias.name}" for alias in node.names}
    return found


def files(part: str) -> list[Path]:
    return sorted((PACKAGE / part).rglob("*.py")) if (PACKAGE / part).is_dir() else [PACKAGE / part]


@pytest.mark.parametrize("part", MAY)
def test_parts_import_downwards_only(part):
    allowed = MAY[part] | {part, "_version", "__version__"}
    for file in files(part):
        for module in imports(file):
            pieces = module.split(".")
            if pieces[0] == "burgsim" and len(pieces) > 1:
                top = pieces[1]
                named = (PACKAGE / top).is_dir() or (PACKAGE / f"{top}.py").is_file()
                assert not named or top in allowed, f"{file.relative_to(ROOT)} imports {module}"


@pytest.mark.parametrize("part", NO_FRAMES)
def test_what_plays_knows_no_data_frames(part):
    for file in files(part):
        heavy = {m.split(".")[0] for m in imports(file)} & {"pandas", "scipy", "matplotlib", "pyarrow"}
        assert not heavy, f"{file.relative_to(ROOT)} imports {heavy}"


def test_a_game_imports_the_contract_and_itself_only():
    for game in GAMES:
        for file in (PACKAGE / "games" / game).rglob("*.py"):
            for module in imports(file):
                pieces = module.split(".")
                if pieces[:2] == ["burgsim", "games"] and len(pieces) > 2:
                    assert pieces[2] in GAME_MAY | {game}, f"{file.relative_to(ROOT)} imports {module}"


def test_nothing_but_the_game_itself_is_written_for_a_game():
    """Games are reached by the registry. Analyses, tests and users' policies may know one."""
    for file in PACKAGE.rglob("*.py"):
        own = file.relative_to(PACKAGE).parts[1] if file.is_relative_to(PACKAGE / "games") else ""
        for module in imports(file):
            pieces = module.split(".")
            if pieces[:2] == ["burgsim", "games"] and len(pieces) > 2:
                assert pieces[2] not in GAMES - {own}, f"{file.relative_to(ROOT)} imports {module}"


def test_relative_imports_are_followed():
    source = "from . import deal\nfrom ..king_arthur.rules import RULES\nfrom ...players import Seat"
    assert imported(source, ("burgsim", "games", "carcassonne")) == {
        "burgsim.games.carcassonne", "burgsim.games.carcassonne.deal", "burgsim.games.king_arthur.rules",
        "burgsim.games.king_arthur.rules.RULES", "burgsim.players", "burgsim.players.Seat",
    }  # fmt: skip


def test_importing_burgsim_is_light():
    for name in ("__init__.py", "_version.py"):
        heavy = {m.split(".")[0] for m in imports(PACKAGE / name, anywhere=False)}
        assert not heavy & {"numba", "numpy", "pandas", "scipy", "matplotlib", "pyarrow"}
