"""Scripts of games of Carcassonne, for the plain engine and for the kernel: a tile a line, as carcassonne_deals tells.

"V 1 0 3 follower road 0" is tile V at (1, 0) with rotation 3, and a follower on its first road; without a deployment
the player passes. The first tile (D, or the spring) lies already. A line of a name alone is a tile that fits nowhere.
"""

from __future__ import annotations

#: A ring of road over four tiles.
RING = """
V 0 1 3 follower road 0
V 1 1 0
V 1 2 1
V 0 2 2
"""
#: A road from cloister to cloister over the first tile, and a city of two caps.
ROAD_AND_CITY = """
A 1 0 1 follower road 0
A -1 0 3
E 0 -1 2 follower city 0
"""
#: A cloister with all eight neighbours.
CLOISTER = """
A 1 0 1
A -1 0 3
B 0 1 0 follower cloister 0
B -1 1 0
B 1 1 0
B 0 2 0
E -1 2 2
E 1 2 2
"""
#: A farmer of each seat on one field with four complete cities, joined by the last tile.
FOUR_CITIES = """
H 0 1 1 follower field 0
E 1 1 3 follower field 0
E -1 1 1
H 0 2 1
E 1 2 3
E -1 2 1
B 0 3 0
B 1 3 0
"""
#: The same with two farmers of seat 1, the second joined by the last tile.
TWO_AGAINST_ONE = FOUR_CITIES.replace("E -1 1 1", "E -1 1 1 follower field 0") + "B -1 3 0\n"
#: A road of seven tiles with an inn.
INN_ROAD = """
A -1 0 3 follower road 0
IC-RFr.i 1 0 0
U 2 0 0
U 3 0 0
U 4 0 0
A 5 0 1
"""
#: A city with a cathedral, of twelve tiles and shields together: seat 1 has the big follower there, seat 2 a follower.
CATHEDRAL = """
IC-Cccc.c 0 -1 0 big city 0
U 1 0 0
U 2 0 0
E 2 -1 3 follower city 0
F 1 -1 0
F -1 -1 0
E -2 -1 1
IC-CRcR+ 0 -2 1
G 0 -3 1
E 0 -4 2
"""
#: A road that goes over a crossing twice.
BRIDGE_RING = """
A -1 0 3 follower road 0
TB-RRrr 1 0 0
V 2 0 0
V 2 1 1
V 1 1 2
A 1 -1 0
"""
#: Two fields of seat 1 touch one complete city; seat 2 has a farmer on one of them.
TWO_FIELDS = """
E 0 -1 2 follower field 0
B 0 1 0
U -1 0 0 follower field 0
B 1 1 0
B 2 1 0
U 2 0 0 follower field 0
U 1 0 0
"""
#: A road with a follower and then a builder of seat 1; what seat 1 places on it next brings a second tile.
BUILDER = """
U 1 0 0 follower road 0
B 0 1 0
U 2 0 0 builder road 0
B 1 1 0
"""
#: A river that runs into its own city: at (1, 1) nothing fits but a tile with a city and a river opposite.
DEAD_END = """
RI-CICI 1 0 0
RI-IFI 2 0 0
RI-II 3 0 0
RI-IFI 3 1 1
RI-CcII 3 2 2
RI-LIRI 2 2 0
RI-RrII 1 2 2
"""
WALLED_IN = DEAD_END + "RI-CIRI\nRI-RIrI\nRI-II\nRI-I.e\nB 0 1 0\n"
LAKE_WITHOUT_PLACE = DEAD_END + "RI-I.e\nB 0 1 0\n"
