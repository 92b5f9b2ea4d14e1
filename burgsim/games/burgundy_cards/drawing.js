// The table of the card game. Every type has a colour, a letter and a pattern of its own, so that it reads without colour.
const TYPES = {
  castle: ["#3d6b3a", "#fff", "Ca", "none"],
  mine: ["#8b8f97", "#fff", "Mi", "repeating-linear-gradient(45deg,#0002 0 2px,#0000 2px 7px)"],
  cloister: ["#6f4f8f", "#fff", "Cl", "radial-gradient(#fff3 1px,#0000 1.5px) 0 0/6px 6px"],
  knowledge: ["#c9a227", "#23252a", "Kn", "repeating-linear-gradient(0deg,#0001 0 1px,#0000 1px 6px)"],
  ship: ["#2f6f9f", "#fff", "Sh", "repeating-linear-gradient(90deg,#fff2 0 2px,#0000 2px 8px)"],
  pasture: ["#a9c77a", "#23252a", "Pa", "repeating-linear-gradient(-45deg,#0002 0 1px,#0000 1px 6px)"],
  building: ["#d8b48a", "#23252a", "Bu", "linear-gradient(#0001 50%,#0000 50%) 0 0/100% 8px"],
};
const BUILDINGS = {
  carpenter: "Carpenter", church: "Church", market: "Market", watchtower: "Watch­tower", bank: "Bank",
  boarding_house: "Board­ing house", warehouse: "Ware­house", city_hall: "City hall",
};
const NAMES = { castle: "Castle", mine: "Mine", cloister: "Cloister", knowledge: "Know­ledge", ship: "Ship", pasture: "Pasture" };
const GOODS = { light: ["#f4ead2", "○", "light"], medium: ["#c89b6a", "◐", "medium"], dark: ["#6b4a2f", "●", "dark"] };
const STYLE = `<style>
.bc { display: grid; gap: 0.9rem; }
.bc h3 { font-size: 0.8rem; margin: 0 0 0.25rem; color: #666a72; font-weight: 600; }
.bc .row { display: flex; flex-wrap: wrap; gap: 0.3rem; align-items: flex-start; min-height: 1rem; }
.bc .card { width: 3.5rem; height: 4.4rem; border-radius: 5px; border: 1px solid #0004; padding: 0.15rem 0.22rem; position: relative;
  font-size: 0.62rem; line-height: 1.05; overflow: hidden; hyphens: manual; }
.bc .card b { position: absolute; right: 0.2rem; bottom: 0.15rem; min-width: 1.05rem; height: 1.05rem; border-radius: 3px; background: #fff;
  color: #23252a; font-size: 0.85rem; line-height: 1.05rem; text-align: center; border: 1px solid #0003; }
.bc .card u { text-decoration: none; position: absolute; left: 0.22rem; bottom: 0.18rem; font-weight: 700; font-size: 0.78rem; }
.bc .back { background: repeating-linear-gradient(45deg,#dfe2e6 0 4px,#eef0f2 4px 8px); color: #444; display: grid; place-items: center; font-size: 0.75rem; }
.bc .small { width: 2.1rem; height: 2.6rem; font-size: 0; }
.bc .small u { font-size: 0.68rem; } .bc .small b { min-width: 0.9rem; height: 0.9rem; line-height: 0.9rem; font-size: 0.7rem; }
.bc .display { display: grid; grid-template-columns: repeat(6, minmax(3.6rem, 1fr)); gap: 0.4rem; }
.bc .display > div { border-top: 3px solid #23252a; padding-top: 0.25rem; min-height: 5.2rem; }
.bc .display .die { font-weight: 700; font-size: 0.85rem; }
.bc .chip { display: inline-grid; place-items: center; min-width: 1.7rem; height: 1.7rem; padding: 0 0.25rem; border-radius: 0.85rem; border: 1px solid #0005;
  font-size: 0.75rem; font-weight: 600; font-variant-numeric: tabular-nums; }
.bc .piles { display: flex; flex-wrap: wrap; gap: 1.2rem; }
.bc .piles .row { align-items: center; }
.bc .seats { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(23rem, 100%), 1fr)); gap: 0.8rem; }
.bc .seat { border: 1px solid #d8dade; border-radius: 6px; padding: 0.5rem 0.7rem; min-width: 0; }
.bc .seat.turn { border: 2px solid #1d3f66; }
.bc .seat header { padding: 0; display: flex; gap: 0 0.6rem; align-items: baseline; margin-bottom: 0.45rem; flex-wrap: wrap; }
.bc .seat header strong { font-size: 1.05rem; }
.bc .seat header .pts { font-size: 1.05rem; font-weight: 700; margin-left: auto; }
.bc .seat .why { color: #666a72; font-size: 0.75rem; width: 100%; }
.bc .cells { display: flex; flex-wrap: wrap; gap: 0.35rem 1.1rem; }
.bc .estates { margin-top: 0.45rem; }
.bc .estate { display: grid; grid-template-columns: repeat(7, 1fr); gap: 0.25rem; }
.bc .pillar { text-align: center; font-size: 0.68rem; min-width: 0; }
.bc .pillar .set, .bc .pillar .part { display: block; border: 1px solid #0004; border-radius: 3px; font-weight: 700; margin-top: 2px; }
.bc .pillar .part { border: 2px dashed; font-weight: 400; }
.bc .pillar em { font-style: normal; color: #666a72; }
@media (max-width: 45rem) { .bc .display { grid-template-columns: repeat(3, minmax(0, 1fr)); } }
.bc .one { background: #23252a; color: #fff; border-radius: 3px; padding: 0 0.25rem; font-size: 0.68rem; }
</style>`;
const typeOf = (kind) => (kind in TYPES ? kind : "building");
function card(text, esc, small) {
  const [kind, pips] = text.split(" ");
  const [paper, ink, letters, pattern] = TYPES[typeOf(kind)];
  const name = (NAMES[kind] || BUILDINGS[kind]);
  return `<div class="card${small ? " small" : ""}" title="${esc(kind.replace("_", " "))} ${pips}" style="background:${pattern === "none" ? "" : pattern + ","}${paper};color:${ink}">${name}<u>${letters}</u><b>${pips}</b></div>`;
}
const back = (n, what) => `<div class="card back" title="${what}, face down">${n}</div>`;
const good = (g, n) => `<span class="chip" title="${g} goods" style="background:${GOODS[g][0]};color:${g === "dark" ? "#fff" : "#23252a"}">${GOODS[g][1]} ${n}</span>`;
const animal = (a, n) => `<span class="chip" title="${a}" style="background:#fff">${a} ${n}</span>`;
const chip = (label, n, paper) => `<span class="chip" title="${label}" style="background:${paper}">${label} ${n}</span>`;
function estate(sets, first, owner) {
  return `<div class="estate">${Object.entries(sets).map(([type, [complete, open]]) => {
    const [paper, ink, letters] = TYPES[type];
    const set = (text) => `<span class="set" style="background:${paper};color:${ink}">${text}</span>`;
    const part = (text) => `<span class="part" style="border-color:${paper}">${text}</span>`;
    return `<div class="pillar" title="${type}: ${complete} sets, ${open} cards in the open stack"><em>${letters}</em>${first[type] === owner ? ' <span class="one">1st</span>' : ""}${complete ? set(complete + (complete > 1 ? " sets" : " set")) : ""}${open ? part(open + (open > 1 ? " cards" : " card")) : ""}</div>`;
  }).join("")}</div>`;
}
const why = (points) => Object.entries(points).filter(([, n]) => n).map(([k, n]) => `${k.replaceAll("_", " ")} ${n}`).join(", ") || "no points yet";
function draw(state, page) {
  const { esc, score, names } = page;
  const row = (cards, small) => `<div class="row">${cards.map((c) => card(c, esc, small)).join("")}</div>`;
  const display = Object.entries(state.display).map(([n, cards]) => `<div><div class="die">${n}</div>${row(cards)}</div>`).join("");
  const pile = (what, list, show) => list.map((p) => (p.length ? show(p[p.length - 1], `×${p.length}`) : '<span class="chip">–</span>')).join(" ");
  const seats = state.seats.map((seat, i) => {
    const goods = Object.entries(seat.goods).filter(([, n]) => n).map(([g, n]) => good(g, n)).join(" ");
    const animals = Object.entries(seat.animals).filter(([, n]) => n).map(([a, n]) => animal(a, n)).join(" ");
    return `<div class="seat${state.seat === i + 1 ? " turn" : ""}"><header><strong>${i + 1} ${esc(names[i])}</strong>${state.start_card === i + 1 ? '<span class="one">start player</span>' : ""}<span class="pts" data-seat="${i + 1}">${score(seat)}</span><span class="why">${why(seat.points)}</span></header>
<div class="cells"><div><h3>Hand</h3>${row(seat.hand)}</div><div><h3>Stack</h3><div class="row">${seat.stack.length ? back(seat.stack.length, "stack") : ""}</div></div>
<div><h3>Projects</h3>${row(seat.projects)}</div><div><h3>Storage</h3><div class="row">${chip("workers", seat.workers, "#e9e4f2")} ${chip("silver", seat.silver, "#e6e8ea")} ${goods} ${animals}</div></div></div>
<h3 class="estates">Estate${seat.has_all_seven ? ' <span class="one">all 7</span>' : ""}</h3>${estate(seat.sets, state.first, i + 1)}</div>`;
  }).join("");
  const aaron = state.aaron ? `<div class="seat"><header><strong>Aaron</strong><span class="pts">${score(state.aaron)}</span><span class="why">${why(state.aaron.points)}</span></header><h3>Estate</h3>${estate(state.aaron.sets, state.first, "aaron")}</div>` : "";
  const drawn = state.drawn.length ? `<div><h3>Just bought</h3>${row(state.drawn)}</div>` : "";
  return `${STYLE}<div class="bc"><div><h3>Round ${state.round}, turn ${state.turn}. Display</h3><div class="display">${display}</div></div>
<div class="piles"><div><h3>Goods</h3><div class="row">${pile("goods", state.goods, good)}</div></div><div><h3>Animals</h3><div class="row">${pile("animals", state.animals, animal)}</div></div>
<div><h3>Deck</h3><div class="row">${chip("cards", state.deck.length, "#eef0f2")}</div></div><div><h3>Discard</h3><div class="row">${chip("cards", state.discard.length, "#eef0f2")}</div></div>
<div><h3>All 7</h3><div class="row">${state.all_seven.map((n) => `<span class="chip">${n}</span>`).join(" ") || "–"}</div></div>${drawn}</div>
<div class="seats">${seats}${aaron}</div></div>`;
}
