// The table of the board game. Every kind of tile has a colour, a letter and a hatching of its own, and areas are
// outlined, so that it reads without colour. DRAWING has the estates and what of the rules is drawn (words.py).
const W = 40, S = W / Math.sqrt(3);
const CORNERS = [0, 1, 2, 3, 4, 5].map((k) => [S * Math.sin((k * Math.PI) / 3), -S * Math.cos((k * Math.PI) / 3)]);
// The neighbour across the side from corner k to corner k + 1, as steps in (q, r).
const ACROSS = [[1, -1], [1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1]];
const outline = (part) => CORNERS.map(([x, y]) => `${(x * part).toFixed(1)},${(y * part).toFixed(1)}`).join(" ");
const HEX = outline(1), TILE = outline(0.93), RING = outline(0.82);

// Lines across a hex at an angle (degrees), `gap` apart: patterns of SVG would need an address.
function hatch(angle, gap) {
  const [dx, dy] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  let out = "";
  for (let off = -Math.floor(S / gap) * gap; off <= S; off += gap) {
    let low = -99, high = 99;
    for (let k = 0; k < 6; k++) {
      const [nx, ny] = [Math.sin(((k + 0.5) * Math.PI) / 3), -Math.cos(((k + 0.5) * Math.PI) / 3)];
      const along = dx * nx + dy * ny, left = 0.93 * W / 2 - (-dy * off * nx + dx * off * ny);
      if (Math.abs(along) < 1e-9) { if (left < 0) high = low - 1; }
      else if (along > 0) high = Math.min(high, left / along);
      else low = Math.max(low, left / along);
    }
    const at = (t) => `${(-dy * off + dx * t).toFixed(1)} ${(dx * off + dy * t).toFixed(1)}`;
    if (high > low) out += `M${at(low)}L${at(high)}`;
  }
  return out;
}
// Colour, ink, letter, hatching and its colour.
const KINDS = {
  building: ["#d8b48a", "#23252a", "B", hatch(0, 7), "#0002"],
  animal: ["#a9c77a", "#23252a", "A", hatch(-60, 7), "#0002"],
  ship: ["#2f6f9f", "#fff", "S", hatch(90, 6), "#fff3"],
  castle: ["#3d6b3a", "#fff", "C", "", ""],
  mine: ["#6d727b", "#fff", "M", hatch(45, 5), "#fff2"],
  knowledge: ["#e3c04a", "#23252a", "K", hatch(60, 9) + hatch(-60, 9), "#fff7"],
  black: ["#23252a", "#fff", "", "", ""],
};
const BUILDINGS = {
  warehouse: "Ware", watchtower: "Watch", carpenter: "Carp", church: "Church", market: "Market",
  boarding_house: "Board", bank: "Bank", city_hall: "Hall",
};
const ICONS = {
  ship: "M-11 2H11L7 8H-7ZM-1 0V-10L9 0ZM-3 0V-8L-9 0Z",
  castle: "M-9 7V-8H-5V-4H-2V-8H2V-4H5V-8H9V7H3V1H-3V7Z",
  mine: "M-11 8L-4 -4L0 1L3 -8L12 8ZM-3 8H3V4H-3Z",
};
// What the knowledge tiles do, for who points at one; numbers are the rules' and stay out.
const EACH = (what) => `points at the end for each ${what}`;
const KNOWLEDGE = [
  "several buildings of a kind in a city", "mines also pay workers", "sales pay more silver", "sales also pay workers",
  "ships load from two neighbouring depots", "buys from any depot", "more points for animals", "workers shift a die further",
  "free step to place a building", "free step to place a ship or an animal", "free step to place a castle, mine or knowledge tile",
  "free step to take a tile", "taking workers also pays silver", "taking workers gives more", EACH("type of goods sold"),
  ...Object.keys(BUILDINGS).map((name) => EACH(name.replace("_", " "))), EACH("kind of animal"), EACH("good sold"), EACH("bonus tile"),
];
const GOODS = ["", "#f2b8c6", "#f6d8a0", "#c9dff2", "#d4ebc4", "#dccdf0", "#e6ddd0"];
const BOARD_STYLE = `<style>
.bb { display: grid; gap: 0.8rem; font-size: 0.8rem; }
.bb h3 { font-size: 0.72rem; margin: 0 0 0.15rem; color: #666a72; font-weight: 600; }
.bb svg { display: block; overflow: visible; }
.bb svg text { text-anchor: middle; font-weight: 700; }
.bb .row { display: flex; flex-wrap: wrap; gap: 0.2rem; align-items: center; min-height: 1.3rem; }
.bb .strip { display: flex; flex-wrap: wrap; gap: 0.4rem 1.8rem; align-items: flex-start; }
.bb .strip .now { font-size: 1.05rem; font-weight: 700; line-height: 1.15; }
.bb .strip .now small { display: block; font-weight: 400; color: #666a72; font-size: 0.75rem; }
.bb .good { display: inline-grid; place-items: center; width: 1.2rem; height: 1.2rem; border: 1px solid #0006; border-radius: 3px; font-weight: 700;
  font-size: 0.75rem; color: #23252a; }
.bb .goods { display: inline-flex; align-items: center; gap: 0.1rem; font-variant-numeric: tabular-nums; white-space: nowrap; }
.bb .new { outline: 2.5px solid #c2185b; outline-offset: 1px; border-radius: 3px; }
.bb .down { background: repeating-linear-gradient(45deg,#dfe2e6 0 3px,#eef0f2 3px 6px); }
.bb .token { display: grid; place-items: center; width: 1.15rem; height: 1.15rem; border-radius: 50%; color: #fff; font-size: 0.72rem; font-weight: 700; flex: none; }
.bb .strip.line { margin-top: -0.3rem; align-items: center; gap: 0.3rem 0.6rem; }
.bb .strip.line h3 { margin: 0; }
.bb .track { display: flex; flex-wrap: wrap; gap: 2px; }
.bb .track > div { min-width: 1.5rem; height: 1.5rem; border: 1px solid #9aa0a8; border-radius: 3px; display: flex; align-items: center; justify-content: center; gap: 1px; padding: 0 2px; }
.bb .places { display: grid; gap: 0.8rem; grid-template-columns: repeat(auto-fit, minmax(min(23.5rem, 100%), 1fr)); }
.bb .board { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 0.4rem; }
.bb .board.wide { grid-column: 1 / -1; }
.bb .depot { border: 1px solid #d8dade; border-radius: 6px; padding: 0.25rem 0.35rem; display: grid; grid-template-columns: auto 1fr; gap: 0 0.4rem; align-items: start;
  min-height: 4.2rem; min-width: 0; }
.bb .depot .tiles { display: flex; flex-wrap: wrap; gap: 1px; min-width: 0; }
.bb .depot .lying { grid-column: 1 / -1; display: flex; flex-wrap: wrap; gap: 0.1rem 0.35rem; min-height: 1.2rem; align-self: end; }
.bb .wide .depot { grid-template-columns: auto 1fr auto; min-height: 3rem; align-items: center; }
.bb .wide .depot .lying { grid-column: auto; max-width: 6.6rem; justify-content: flex-end; align-self: center; }
.bb .wide .depot:not(.black) { min-height: 3.6rem; }
.bb .depot.black { grid-column: 1 / -1; background: #3a3d44; border-color: #23252a; color: #fff; grid-template-columns: auto 1fr; align-items: center; min-height: 3rem; }
.bb .depot.black h3 { color: #fff; margin: 0; }
.bb .seat { border: 1px solid #d8dade; border-radius: 6px; padding: 0.4rem 0.55rem; min-width: 0; }
.bb .seat.turn { border: 2px solid #1d3f66; padding: calc(0.4rem - 1px) calc(0.55rem - 1px); }
.bb .seat header { padding: 0; display: flex; flex-wrap: wrap; gap: 0 0.4rem; align-items: center; }
.bb .seat header strong { font-size: 1rem; overflow-wrap: anywhere; }
.bb .seat .pts { font-size: 1.05rem; font-weight: 700; }
.bb .seat .gain { margin-left: auto; }
.bb .gain, .bb .more { color: #c2185b; font-weight: 700; font-size: 0.75rem; }
.bb .why { color: #666a72; font-size: 0.7rem; line-height: 1.25; min-height: 1.75rem; width: 100%; }
.bb .own { display: grid; grid-template-columns: minmax(0, 17.6rem) minmax(6rem, 1fr); gap: 0.5rem; align-items: start; margin-top: 0.25rem; }
.bb .side { display: grid; gap: 0.4rem; }
.bb .side .slots { display: flex; flex-wrap: wrap; }
.bb .tag { background: #23252a; color: #fff; border-radius: 3px; padding: 0 0.25rem; font-size: 0.68rem; }
.bb .kinds { display: grid; grid-template-columns: repeat(7, minmax(0, 1fr)); gap: 0.4rem; border-top: 1px solid #d8dade; padding-top: 0.5rem; font-size: 0.72rem; line-height: 1.3; }
.bb .kinds > div { display: grid; grid-template-columns: auto 1fr; gap: 0.2rem 0.35rem; align-items: center; align-content: start; }
.bb .kinds .row { grid-column: 1 / -1; }
.bb .bonus { display: inline-flex; align-items: center; gap: 0.15rem; border: 1px solid #0004; border-radius: 3px; padding: 0 0.2rem; height: 1.3rem; font-weight: 700; }
@media (max-width: 45rem) { .bb .kinds { grid-template-columns: repeat(3, minmax(0, 1fr)); } .bb .board { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  .bb .own { grid-template-columns: minmax(0, 1fr); } .bb .depot { order: 0 !important; } }
</style>`;

const said = (tile) => tile.replace("_", " ");
const kindOf = (tile) => {
  const word = tile.split(" ")[0];
  return word in BUILDINGS ? "building" : word in KINDS ? word : "animal";
};
function told(tile) {
  const kind = kindOf(tile);
  return kind === "knowledge" ? `${tile}: ${KNOWLEDGE[tile.split(" ")[1] - 1]}` : kind === "building" || kind === "animal" ? `${said(tile)} (${kind})` : tile;
}
// A tile about the origin: letter of its kind, hatching, and what it is.
function tileShape(tile, fresh) {
  const kind = kindOf(tile), [paper, ink, letter, lines, line] = KINDS[kind];
  const [word, number] = tile.split(" ");
  const text = (y, size, what) => `<text y="${y}" font-size="${size}" fill="${ink}" stroke="${paper}" stroke-width="2.5" paint-order="stroke">${what}</text>`;
  const shown = kind === "building" ? text(5, 10, BUILDINGS[word])
    : kind === "animal" ? text(0.5, word.length > 6 ? 9 : 10, word) + text(14.5, 14, number)
    : kind === "knowledge" ? text(9, 18, number)
    : `<path d="${ICONS[kind]}" transform="translate(0 -3) scale(0.75)" fill="${ink}" fill-rule="evenodd"/>` + text(12.5, 9, kind);
  return `<polygon points="${TILE}" fill="${paper}" stroke="#23252a" stroke-width="1.4"/>${lines ? `<path d="${lines}" stroke="${line}" stroke-width="1.6"/>` : ""}`
    + text(-11.5, 8, letter) + shown + (fresh ? `<polygon points="${HEX}" fill="none" stroke="#fff" stroke-width="5"/><polygon points="${HEX}" fill="none" stroke="#c2185b" stroke-width="3"/>` : "");
}
const loose = (inside, size) => `<svg viewBox="${-W / 2} ${-S} ${W} ${2 * S}" width="${size}" height="${(size * 2 * S) / W}">${inside}</svg>`;
const tileLoose = (tile, esc, fresh, size) => loose(`<g data-tile="${esc(tile)}"><title>${esc(told(tile))}</title>${tileShape(tile, fresh)}</g>`, size);
const gap = (what, size) => loose(`<g><title>${what}</title><polygon points="${RING}" fill="none" stroke="#9aa0a8" stroke-width="1.2" stroke-dasharray="3 3"/></g>`, size);

const PIPS = { 1: [4], 2: [2, 6], 3: [2, 4, 6], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };
function die(n, used, size = 28) {
  const pips = PIPS[n].map((i) => `<circle cx="${6 + 8 * (i % 3)}" cy="${6 + 8 * Math.floor(i / 3)}" r="2.5"/>`).join("");
  return `<svg viewBox="0 0 28 28" width="${size}" height="${size}"><title>${n}${used ? ", used" : ""}</title><g opacity="${used ? 0.5 : 1}"><rect x="1" y="1" width="26" height="26" rx="5" fill="#fff" stroke="#23252a" stroke-width="1.5"/>${pips}</g>${used ? '<path d="M-1 10H29M-1 18H29" stroke="#c2185b" stroke-width="1.5"/>' : ""}</svg>`;
}
const good = (n, fresh) => `<span class="good${fresh ? " new" : ""}" title="goods ${n}" style="background:${GOODS[n]}">${n}</span>`;
const goods = (n, count, fresh) => `<span class="goods">${good(n, fresh)}${count > 1 ? `×${count}` : ""}</span>`;
// Seats have the colours of the chart.
const token = (seat) => `<span class="token" title="seat ${seat}" style="background:${LOOKS[(seat - 1) % LOOKS.length][0]}">${seat}</span>`;
const tally = (list) => list.reduce((sum, one) => ({ ...sum, [one]: (sum[one] || 0) + 1 }), {});
// What of a list isn't in another one, equal ones counted.
function beyond(list, other) {
  const rest = tally(other);
  return list.filter((one) => !(rest[one] > 0 && rest[one]--));
}
const delta = (now, before) => (before === undefined || now === before ? "" : `<span class="more">${now > before ? "+" : "−"}${Math.abs(now - before)}</span>`);

// Dice of the round, which a state doesn't keep once they are used: the first ones are in the set-up, and what the
// set-up has ahead that the state hasn't was rolled since.
function rolled(state) {
  const begun = GAME.setup, past = begun.dice_ahead.length - state.dice_ahead.length;
  if (past) return { white: begun.white_ahead[past - 1], dice: begun.dice_ahead[past - 1].map((both) => [Math.floor(both / 10), both % 10].slice(0, DRAWING.dice)) };
  if (!begun.order.length) return { white: null, dice: begun.seats.map(() => []) };
  return { white: Number(Object.keys(begun.depot_goods).find((depot) => begun.depot_goods[depot].length)), dice: begun.seats.map((seat) => seat.dice) };
}

function drawEstate(seat, before, number, esc) {
  const kinds = DRAWING.estates[seat.estate], at = {};
  DRAWING.cells.forEach(([q, r], i) => { at[`${q},${r}`] = i; });
  let spaces = "", tiles = "", edges = "";
  DRAWING.cells.forEach(([q, r, n], i) => {
    const place = `transform="translate(${(W * (q + r / 2)).toFixed(1)} ${(1.5 * S * r).toFixed(1)})"`;
    const [paper, , letter] = KINDS[kinds[i]], tile = seat.placed[i];
    spaces += `<g ${place} data-space="${number} ${i} ${kinds[i]} ${n}"><title>cell ${i}: ${kinds[i]}, ${n}</title><polygon points="${HEX}" fill="#fff"/><polygon points="${HEX}" fill="${paper}" fill-opacity="0.38" stroke="#fff"/>`
      + (tile ? "" : `<text y="-10" font-size="8.5" fill="#23252a">${letter}</text><text y="9" font-size="17" fill="#23252a" style="font-weight:400">${n}</text>`) + "</g>";
    if (tile) tiles += `<g ${place} data-laid="${number} ${i} ${esc(tile)}"><title>${esc(told(tile))}, on cell ${i} (${n})</title>${tileShape(tile, before && !before.placed[i])}</g>`;
    ACROSS.forEach(([dq, dr], k) => {
      const other = at[`${q + dq},${r + dr}`];
      if (other !== undefined && kinds[other] === kinds[i]) return;
      const [a, b] = [CORNERS[k], CORNERS[(k + 1) % 6]], [x, y] = [W * (q + r / 2), 1.5 * S * r];
      edges += `M${(x + a[0]).toFixed(1)} ${(y + a[1]).toFixed(1)}L${(x + b[0]).toFixed(1)} ${(y + b[1]).toFixed(1)}`;
    });
  });
  const [w, h] = [7 * W + 4, 11 * S + 4];
  return `<svg viewBox="${-w / 2} ${-h / 2} ${w} ${h}" role="img" aria-label="Estate ${seat.estate} of seat ${number}">${spaces}<path d="${edges}" stroke="#23252a" stroke-width="1.5" stroke-linecap="round"/>${tiles}</svg>`;
}

function drawSeat(state, page, i, dice) {
  const { esc, score, names } = page, seat = state.seats[i], before = page.before && page.before.seats[i];
  const number = i + 1, turn = state.seat === number;
  const unused = [...seat.dice];
  const shown = dice.map((n) => {
    const left = unused.indexOf(n);
    if (left >= 0) unused.splice(left, 1);
    return die(n, left < 0);
  }).join("");
  const came = before ? beyond(seat.storage, before.storage) : [];
  const storage = seat.storage.map((tile) => {
    const fresh = came.indexOf(tile);
    if (fresh >= 0) came.splice(fresh, 1);
    return tileLoose(tile, esc, fresh >= 0, 34);
  }).join("") + gap("room in storage", 34).repeat(Math.max(0, DRAWING.storage - seat.storage.length));
  const kept = (which) => Object.entries(seat[which]).filter(([, n]) => n).map(([g, n]) => goods(g, n, before && n > before[which][g])).join(" ") || "–";
  const why = Object.entries(seat.points).filter(([, n]) => n).map(([k, n]) => `${k.replaceAll("_", " ")} ${n}`).join(", ") || "no points yet";
  const gained = before ? score(seat) - score(before) : 0;
  return `<div class="seat${turn ? " turn" : ""}"><header>${token(number)}<strong>${esc(names[i])}</strong>${turn ? '<span class="tag">in turn</span>' : ""}<span class="gain">${gained ? `${gained > 0 ? "+" : "−"}${Math.abs(gained)}` : ""}</span><span class="pts" data-seat="${number}">${score(seat)}</span><span class="why">${why}</span></header>
<div class="own"><div>${drawEstate(seat, before, number, esc)}</div><div class="side">
<div><h3>Dice</h3><div class="row">${shown || "not rolled"}</div></div>
<div><h3>Storage</h3><div class="slots">${storage}</div></div>
<div><h3>Goods</h3><div class="row">${kept("goods")}</div></div>
<div><h3>Sold</h3><div class="row">${kept("sold")}</div></div>
<div><b>${seat.workers}</b> ${seat.workers === 1 ? "worker" : "workers"} ${delta(seat.workers, before?.workers)}<br><b>${seat.silver}</b> silver ${delta(seat.silver, before?.silver)}</div>
</div></div></div>`;
}

function draw(state, page) {
  const { esc, before } = page, now = rolled(state);
  const same = before && before.phase === state.phase, wide = state.seats.length !== 3, size = wide ? 42 : 37;
  const tilesAt = (depot) => {
    // New tiles of a phase are all new; else the places of those just taken are kept open.
    const gone = same ? beyond(before.depots[depot], state.depots[depot]) : [];
    return state.depots[depot].map((tile) => tileLoose(tile, esc, false, size)).join("") + gone.map((tile) => gap(`${esc(said(tile))} was here`, size)).join("");
  };
  const depot = (n, place) => {
    const lying = tally(state.depot_goods[n]), was = before ? tally(before.depot_goods[n]) : lying;
    const counts = Object.entries(lying).map(([g, count]) => goods(g, count, count > (was[g] || 0))).join("");
    return `<div class="depot" style="order:${place}" title="depot ${n}">${die(n, false, 22)}<div class="tiles">${tilesAt(n)}</div><div class="lying">${counts}</div></div>`;
  };
  // Clockwise, so that neighbours are neighbours and 6 lies beside 1.
  const board = `<div class="board${wide ? " wide" : ""}">${[1, 2, 3].map((n, i) => depot(n, i)).join("")}<div class="depot black" style="order:3"><h3>Black<br>depot</h3><div class="tiles">${tilesAt("black")}</div></div>${[4, 5, 6].map((n, i) => depot(n, 6 - i)).join("")}</div>`;
  const letters = "ABCDE".slice(0, DRAWING.phases), ahead = letters.slice(letters.indexOf(state.phase) + 1);
  const later = [...ahead].map((phase) => `<span class="goods"><span class="good down" title="goods of phase ${phase}, face down">${phase}</span>×${DRAWING.rounds}</span>`).join(" ");
  const track = state.track.map((stack, i) => `<div title="space ${i + 1}">${stack.map(token).join("")}</div>`).join("");
  const strip = `<div class="strip"><div class="now">Phase ${state.phase}${state.over ? ", the end" : `, round ${state.round}`}<small>of ${letters[letters.length - 1]}, ${DRAWING.rounds} rounds each</small></div>
<div><h3>White die</h3><div class="row">${now.white ? die(now.white, false, 24) : "–"}</div></div>
<div><h3>Goods of the rounds to come</h3><div class="row">${state.waiting_goods.map((g) => good(g)).join(" ") || "–"}</div></div>
<div><h3>Goods of later phases</h3><div class="row">${later || "–"}</div></div></div>
<div class="strip line"><h3>Turn-order track</h3><div class="track" title="the furthest to the right goes first">${track}</div><h3>&ensp;Order of this round</h3><div class="row">${state.order.map(token).join("") || "–"}</div></div>`;
  const kinds = Object.keys(state.stacks).map((kind) => {
    const owners = state.bonus[kind], had = before ? before.bonus[kind] : owners;
    const bonus = DRAWING.bonus.map((points, i) => `<span class="bonus${owners[i] && !had[i] ? " new" : ""}" title="${i ? "small" : "large"} bonus tile: ${owners[i] ? `seat ${owners[i]}` : "still there"}">${points}${owners[i] ? token(owners[i]) : ""}</span>`).join("");
    const [paper, ink, letter, lines, line] = KINDS[kind];
    const swatch = loose(`<polygon points="${TILE}" fill="${paper}" stroke="#23252a" stroke-width="1.4"/><path d="${lines}" stroke="${line}" stroke-width="1.6"/><text y="7" font-size="20" fill="${ink}">${letter}</text>`, 26);
    return `<div>${swatch}<span><b>${kind}</b><br>${state.stacks[kind].length} in stack</span><div class="row" title="bonus tiles, large and small">bonus ${bonus}</div></div>`;
  }).join("");
  const black = `<div>${loose(`<polygon points="${TILE}" fill="#3a3d44" stroke="#23252a"/>`, 26)}<span><b>black</b><br>${state.black.length} in stack</span></div>`;
  return `${BOARD_STYLE}<div class="bb">${strip}<div class="places">${board}${state.seats.map((_, i) => drawSeat(state, page, i, now.dice[i])).join("")}</div><div class="kinds">${kinds}${black}</div></div>`;
}
