"""The tiles of Carcassonne and its expansions, one line a kind; components.py makes tables of them.

A line: name, set, copies, what the edges N E S W show (F field, R road, C city, I river), then the parts of the tile at
rotation 0: cities and roads with their edges, fields with their halves of edges and the numbers of the cities that they
touch. The left half (L) and the right half (R) of an edge are meant as seen from the middle of the tile.
"""

#: Kinds in the order of their codes: base game (24), River (10), Inns & Cathedrals (17), Traders & Builders (24).
TILES = """
B          base    4 FFFF: cloister; field NL NR EL ER SL SR WL WR
A          base    2 FFRF: road S; cloister; field NL NR EL ER SL SR WL WR
D          base    4 CRFR: city N; road EW; field EL WR by 1; field ER SL SR WL
C          base    1 CCCC: city NESW shield
S          base    2 CCRC: city NEW shield; road S; field SL by 1; field SR by 1
T          base    1 CCRC: city NEW; road S; field SL by 1; field SR by 1
F          base    2 FCFC: city EW shield; field NL NR by 1; field SL SR by 1
G          base    1 FCFC: city EW; field NL NR by 1; field SL SR by 1
N          base    3 CFFC: city NW; field EL ER SL SR by 1
M          base    2 CFFC: city NW shield; field EL ER SL SR by 1
P          base    3 CRRC: city NW; road ES; field EL SR by 1; field ER SL
O          base    2 CRRC: city NW shield; road ES; field EL SR by 1; field ER SL
R          base    3 CCFC: city NEW; field SL SR by 1
Q          base    1 CCFC: city NEW shield; field SL SR by 1
J          base    3 CRRF: city N; road ES; field EL SR WL WR by 1; field ER SL
L          base    3 CRRR: city N; road E; road S; road W; field EL WR by 1; field SR WL; field ER SL
K          base    3 CFRR: city N; road SW; field EL ER SL WR by 1; field SR WL
E          base    5 CFFF: city N; field EL ER SL SR WL WR by 1
H          base    3 CFCF: city N; city S; field EL ER WL WR by 1 2
I          base    2 CFFC: city N; city W; field EL ER SL SR by 1 2
X          base    1 RRRR: road N; road E; road S; road W; field NL WR; field NR EL; field ER SL; field SR WL
W          base    4 FRRR: road E; road S; road W; field NL NR EL WR; field ER SL; field SR WL
V          base    9 FFRR: road SW; field NL NR EL ER SL WR; field SR WL
U          base    8 FRFR: road EW; field NL NR EL WR; field ER SL SR WL
RI-s       river   1 FIFF: field NL NR EL ER SL SR WL WR; river E
RI-I.e     river   1 FFFI: field NL NR EL ER SL SR WL WR; river W
RI-CICI    river   1 CICI: city N; city S; field EL WR by 1; field ER WL by 2; river EW
RI-CIRI    river   1 CIRI: city N; road S; field EL by 1; field WR by 1; field ER SL; field SR WL; river EW
RI-LIRI    river   1 FIRI: road S; cloister; field NL NR EL WR; field ER SL; field SR WL; river EW
RI-RIrI    river   1 IRIR: road EW; field NL WR; field NR EL; field ER SL; field SR WL; river NS
RI-IFI     river   2 FIFI: field NL NR EL WR; field ER SL SR WL; river EW
RI-CcII    river   1 CIIC: city NW; field EL SR by 1; field ER SL; river ES
RI-RrII    river   1 RRII: road NE; field NL ER SL WR; field NR EL; field SR WL; river SW
RI-II      river   2 FFII: field NL NR EL ER SL WR; field SR WL; river SW
IC-Cccc.c  inns    2 CCCC: city NESW cathedral
IC-LRFR    inns    1 FRFR: road W; road E; cloister; field ER SL SR WL; field NL NR EL WR
IC-CCCC    inns    1 CCCC: city N; city W; city E; city S; field inside by 1 2 3 4
IC-CCC     inns    1 CCFC: city N; city W; city E; field SL SR by 1 2 3
IC-CRCR    inns    1 CRCR: city N; city S; road W; road E; field ER by 2; field WL by 2; field EL by 1; field WR by 1
IC-CCc+    inns    1 CFCC: city NW shield; city S; field EL ER by 1 2
IC-C!      inns    1 CFFF: city N; field EL ER by 1; field SL SR WL WR by 1
IC-CFR     inns    1 CFRF: city N; road S; field SR WL WR by 1; field EL ER SL by 1
IC-CcR     inns    1 CRFC: city NW; road E; field EL by 1; field ER SL SR by 1
IC-CRcR+   inns    1 RCRC: city EW shield; road N; road S; field NL by 1; field NR by 1; field SL by 1; field SR by 1
IC-RCc.i   inns    1 CFRC: city NW; road S inn; field SR by 1; field EL ER SL by 1
IC-RrC.i   inns    1 CFRR: city N; road SW inn; field SR WL; field EL ER SL WR by 1
IC-CcRr+.i inns    1 CRRC: city NW shield; road ES inn; field ER SL; field EL SR by 1
IC-RRR.i   inns    1 FRRR: road E inn; road W; road S; field NL NR EL WR; field SR WL; field ER SL
IC-RFr.i   inns    1 FRFR: road EW inn; field NL NR EL WR; field ER SL SR WL
IC-Rr.i    inns    1 FFRR: road SW inn; field NL NR EL ER SL WR; field SR WL
IC-RrRr    inns    1 RRRR: road NW; road ES; field NL WR; field ER SL; field NR EL SR WL
TB-Cc.g    traders 1 CFFC: city NW grain; field EL ER SL SR by 1
TB-Cc.w    traders 1 CFFC: city NW wine; field EL ER SL SR by 1
TB-CCc.c   traders 1 FCCC: city EW cloth; city S; field NL NR by 1; field inside by 1 2
TB-CCc.w   traders 1 FCCC: city EW wine; city S; field NL NR by 1; field inside by 1 2
TB-Ccc.g   traders 1 CCFC: city NEW grain; field SL SR by 1
TB-CcCC.c  traders 1 CCCC: city NW cloth; city S; city E; field inside by 1 2 3
TB-CcRR!.c traders 1 CRRC: city NW cloth; road S; road E; field SR by 1; field SL by 1; field ER by 1; field EL by 1
TB-CcRR.w  traders 1 CRRC: city NW wine; road S; road E; field SR by 1; field ER SL by 1; field EL by 1
TB-CcRC.c  traders 1 CRCC: city NW cloth; city S; road E; field EL by 1; field ER by 1 2
TB-CcRC.g  traders 1 CRCC: city NW grain; city S; road E; field EL by 1; field ER by 1 2
TB-CcR.c   traders 1 CRFC: city NW cloth; road E; field EL by 1; field ER SL SR by 1
TB-CcR!.w  traders 1 CRFC: city NW wine; road E; field EL by 1; field ER by 1; field SL SR by 1
TB-CccR.w  traders 1 CCRC: city NEW wine; road S; field SR by 1; field SL by 1
TB-CcCc.w  traders 1 CCCC: city NW wine; city ES; field inside by 1 2
TB-CFc.w   traders 1 FCFC: city EW wine; field NL NR by 1; field SL SR by 1
TB-CR      traders 1 CRFF: city N; road E; field EL by 1; field ER SL SR WL WR by 1
TB-CRc.g   traders 1 FCRC: city EW grain; road S; field NL NR by 1; field SR by 1; field SL by 1
TB-CRc.w   traders 1 FCRC: city EW wine; road S; field NL NR by 1; field SR by 1; field SL by 1
TB-CRcR.w  traders 1 RCRC: city EW wine; road N; road S; field NL by 1; field NR by 1; field SL by 1; field SR by 1
TB-LRRR    traders 1 FRRR: road E; road S; road W; cloister; field NL NR EL WR; field ER SL; field SR WL
TB-RCc.g   traders 1 CFRC: city NW grain; road S; field SR by 1; field EL ER SL by 1
TB-RCc!.g  traders 1 CFRC: city NW grain; road S; field SR by 1; field SL by 1; field EL ER by 1
TB-RRC     traders 1 CFRR: city N; road W; road S; field WR by 1; field SR WL; field EL ER SL by 1
TB-RRrr    traders 1 RRRR: road NS; road EW; field NL WR; field NR EL; field ER SL; field SR WL
"""
