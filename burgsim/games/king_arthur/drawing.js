// The table of King Arthur: adversaries in their columns, the adventures that are open, and what every seat holds.
//
// Adversaries lie (wide cards, a number), knights stand (narrow cards, helmets), so that the two reds can't be mixed up;
// every colour also has a letter and a pattern. What adventures ask for is the rules' and in no state: DRAWING has it,
// if words.py gives any: {column: cards of a full column, adventures: {name: {points, and one of total (with colour),
// cards, colours, values}}}. Without it points are shown once the game has told them, and requirements are left out.
const KA_FOES = { // colour: paper, ink, letter, who they are, pattern, emblem (24 wide, as lines or filled)
  yellow: ["#e0bd45", "#23252a", "Y", "dark powers", "radial-gradient(#0002 1px,#0000 1.4px) 0 0/7px 7px", '<path d="M14 3A9.5 9.5 0 1 0 21.5 15.5A8 8 0 0 1 14 3Z"/>'],
  blue: ["#2d5f9a", "#fff", "B", "enemy knights", "repeating-linear-gradient(90deg,#fff2 0 2px,#0000 2px 9px)", '<path d="M4 4L20 20M20 4L4 20M14 20L20 14M4 14L10 20" fill="none" stroke="currentColor" stroke-width="2.4"/>'],
  green: ["#3f7747", "#fff", "G", "monsters", "repeating-linear-gradient(-45deg,#fff2 0 1.5px,#0000 1.5px 8px)", '<path d="M5 3C3 9 4 15 8 21M11.5 3C9.5 9 10.5 15 14.5 21M18 3C16 9 17 15 21 21" fill="none" stroke="currentColor" stroke-width="2.6"/>'],
  red: ["#a5332b", "#fff", "R", "dragons", "none", '<path d="M12 1C13 8 20 10 20 16A8 7 0 0 1 4 16C4 12 7 11 8 7C9 9 10 10.5 11 10.5C12.5 8 12.5 5 12 1Z"/>'],
};
const KA_HELMET = '<path fill-rule="evenodd" d="M2 23V10.5A8 9 0 0 1 18 10.5V23ZM5 11.5V14.2H8.8V20.5H11.2V14.2H15V11.5Z"/>';
const KA_HAT = '<path fill-rule="evenodd" d="M11 0L16 17.5H19.5V21.5H0.5V17.5H4ZM10.4 8L9.4 10.8H6.6L8.8 12.6L8 15.4L10.4 13.8L12.8 15.4L12 12.6L14.2 10.8H11.4Z"/>';
const KA_KNIGHTS = { // paper, ink, letter, pattern
  orange: ["#e08a35", "#23252a", "O", "repeating-linear-gradient(45deg,#0002 0 1.5px,#0000 1.5px 6px)"],
  red: ["#b03a31", "#fff", "R", "none"],
  beige: ["#ecdfc2", "#23252a", "B", "radial-gradient(#0003 0.9px,#0000 1.3px) 0 0/6px 6px"],
  Merlin: ["#43386f", "#fff", "M", "repeating-linear-gradient(0deg,#fff2 0 1px,#0000 1px 6px)"],
};
const KA_TITLES = {
  grail: "Holy Grail", castle: "Castle", excalibur: "Excalibur", beast: "Hunt for the Beast", fisher: "Fisher King",
  tournament: "Tournament", saxons: "Saxons", bandits: "Bandits", vikings: "Vikings", sea: "Sea Monster",
  mark: "King Mark", green: "Green Knight", treasure: "Treasure",
};
const KA_STEPS = { Replenish: ["replenish"], Fight: ["target", "payment"], Adventure: ["adventure", "spend"], Draw: ["draw"] };
const KA_ENDS = { adventures: "few adventures are left", adversaries: "no adversary is left", cap: "the game was stopped" };
const KA_STYLE = `<style>
.ka { display: grid; gap: 0.8rem; font-size: 0.8rem; line-height: 1.25; grid-template-columns: minmax(0, 1fr); }
.ka h3 { font-size: 0.75rem; margin: 0 0 0.25rem; color: #666a72; font-weight: 600; }
.ka h3 b { color: #23252a; }
.ka .more { color: #c2185b; font-weight: 700; }
.ka .now { display: flex; flex-wrap: wrap; gap: 0.3rem 1rem; justify-content: space-between; align-items: center; }
.ka .now p { margin: 0; font-size: 1.05rem; font-weight: 700; min-width: 0; overflow-wrap: anywhere; }
.ka .now p small { font-weight: 400; font-size: 0.8rem; color: #666a72; }
.ka .steps { display: flex; flex-wrap: wrap; gap: 0.25rem; }
.ka .steps span { border: 1px solid #d8dade; border-radius: 1rem; padding: 0.05rem 0.6rem; color: #666a72; }
.ka .steps .at { background: #1d3f66; border-color: #1d3f66; color: #fff; font-weight: 700; }
.ka .steps .done { color: #23252a; border-color: #9aa0a8; }
.ka .piles { display: grid; grid-template-columns: 1fr 1fr 1fr 1.3fr; gap: 0.5rem 0.8rem; }
.ka .pile { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0 0.5rem; align-items: center; }
.ka .pile .stack { display: grid; place-items: center; border: 1px solid #23252a; border-radius: 4px; font-weight: 700; font-size: 0.95rem; color: #23252a; text-shadow: 0 0 3px #fff, 0 0 3px #fff, 0 0 3px #fff;
  box-shadow: 2px 2px 0 #fff, 2px 2px 0 1px #9aa0a8; background: repeating-linear-gradient(45deg,#d3d7dc 0 3px,#eef0f2 3px 6px); }
.ka .pile .open { background: #fff; } .ka .pile .empty { border-style: dashed; border-color: #9aa0a8; box-shadow: none; background: #fff; color: #666a72; }
.ka .pile .lies { width: 2.9rem; height: 2.1rem; } .ka .pile .stands { width: 2.1rem; height: 2.9rem; }
.ka .pile small { color: #666a72; font-size: 0.72rem; line-height: 1.2; } .ka .pile small b { color: #23252a; display: block; }
.ka .board { display: grid; grid-template-columns: minmax(0, 21.5rem) minmax(0, 1fr); gap: 1.3rem; align-items: start; }
.ka .columns { display: grid; grid-template-columns: repeat(4, minmax(0, 1fr)); gap: 0.5rem; }
.ka .columns > div { display: grid; gap: 0.3rem; align-content: start; grid-template-columns: minmax(0, 1fr); }
.ka .columns h4 { margin: 0; font-size: 0.75rem; line-height: 1.2; padding-top: 0.2rem; border-top: 4px solid; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
.ka .columns h4 small { display: block; font-weight: 400; color: #666a72; font-size: 0.68rem; }
.ka .foe { position: relative; border: 1px solid #23252a99; border-radius: 5px; height: 3.3rem; min-width: 0; }
.ka .foe > i { position: absolute; left: 0.3rem; top: 0.15rem; font: 700 0.78rem/1 var(--sans); }
.ka .foe > svg { position: absolute; left: 0.3rem; bottom: 0.3rem; width: 1.45rem; height: 1.45rem; fill: currentColor; }
.ka .foe > b { position: absolute; right: 0.3rem; top: 50%; transform: translateY(-50%); width: 1.95rem; height: 2.4rem; border-radius: 0.3rem 0.3rem 1rem 1rem; background: #fff; border: 1px solid #0005;
  color: #23252a; font-size: 1.6rem; line-height: 2.2rem; text-align: center; }
.ka .foe.small { width: 2.75rem; height: 1.9rem; }
.ka .foe.small > i { left: 0.2rem; top: 0.15rem; font-size: 0.68rem; } .ka .foe.small > svg { left: 0.15rem; bottom: 0.15rem; width: 0.95rem; height: 0.95rem; }
.ka .foe.small > b { right: 0.15rem; width: 1.3rem; height: 1.5rem; font-size: 1.05rem; line-height: 1.4rem; border-radius: 0.25rem 0.25rem 0.6rem 0.6rem; }
.ka .new { outline: 3px solid #c2185b; outline-offset: 1px; }
.ka .attacked { outline: 3px double #23252a; outline-offset: 1px; }
.ka .foe em { position: absolute; left: 0.2rem; bottom: -0.4rem; font: 700 0.62rem/1.25 var(--sans); background: #23252a; color: #fff; border-radius: 3px; padding: 0 0.2rem; z-index: 2; white-space: nowrap; }
.ka .foe .wax { position: absolute; right: -0.35rem; bottom: -0.35rem; left: auto; width: 1.75rem; height: 1.75rem; z-index: 2; }
.ka .foe > b, .ka .foe > i { z-index: 1; }
.ka .foe.sealed::after { content: ""; position: absolute; inset: 2px; border: 2px dashed #fff; border-radius: 4px; }
.ka .yellow.sealed::after { border-color: #23252a; }
.ka .gone { border: 1.5px dashed #9aa0a8; border-radius: 5px; height: 3.3rem; display: grid; place-items: center; color: #666a72; font-size: 0.68rem; text-align: center; line-height: 1.15; }
.ka .slot { border: 1.5px dotted #c3c7cd; border-radius: 5px; height: 3.3rem; }
.ka .adventures { display: grid; grid-template-columns: repeat(auto-fill, minmax(5.9rem, 1fr)); gap: 0.4rem; }
.ka .quest { border: 1px solid #9a8d6a; border-radius: 6px; background: linear-gradient(#fffdf6,#f4eddb); padding: 0.3rem 0.35rem 0.25rem; display: grid; grid-template: auto 1fr auto / 1fr auto; gap: 0.1rem 0.2rem; min-width: 0; min-height: 3.3rem; }
.ka .quest strong { font-size: 0.74rem; line-height: 1.15; overflow-wrap: anywhere; min-height: 1.75rem; }
.ka .points { display: inline-grid; place-items: center; min-width: 1.6rem; height: 1.6rem; border-radius: 50%; background: #23252a; color: #fff; font-weight: 700; font-size: 0.85rem; font-variant-numeric: tabular-nums; }
.ka .points.told { background: #fff; color: #23252a; border: 1.5px dashed #23252a; }
.ka .asks { grid-column: 1 / -1; display: flex; flex-wrap: wrap; gap: 0.15rem; align-items: center; align-self: end; min-height: 1.25rem; font-weight: 700; font-size: 0.78rem; }
.ka .asks small { font-weight: 400; font-size: 0.68rem; }
.ka .want { display: inline-grid; place-items: center; min-width: 1.15rem; height: 1.15rem; border: 1px solid #23252a99; border-radius: 3px; font-size: 0.72rem; background: #fff; }
.ka .able { grid-column: 1 / -1; display: flex; flex-wrap: wrap; gap: 0.15rem; min-height: 1.05rem; align-items: center; font-size: 0.68rem; }
.ka .quest.can { border: 2px solid #1d3f66; padding: calc(0.3rem - 1px) calc(0.35rem - 1px) calc(0.25rem - 1px); }
.ka .token { display: inline-grid; place-items: center; min-width: 1.05rem; height: 1.05rem; border-radius: 50%; color: #fff; font-size: 0.7rem; font-weight: 700; flex: none; }
.ka .note2 { color: #666a72; font-size: 0.72rem; margin: 0.35rem 0 0; }
.ka .seats { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(16.5rem, 100%), 1fr)); gap: 0.7rem; }
.ka .seat { border: 1px solid #d8dade; border-radius: 6px; padding: 0.45rem 0.6rem; min-width: 0; display: grid; gap: 0.5rem; align-content: start; grid-template-columns: minmax(0, 1fr); }
.ka .seat.turn { border: 2px solid #1d3f66; padding: calc(0.45rem - 1px) calc(0.6rem - 1px); }
.ka .seat header { padding: 0; margin: 0; max-width: none; display: flex; flex-wrap: wrap; gap: 0 0.4rem; align-items: center; }
.ka .seat header strong { font-size: 1rem; overflow-wrap: anywhere; min-width: 0; }
.ka .seat header .token { width: 1.3rem; height: 1.3rem; font-size: 0.8rem; }
.ka .tag { background: #1d3f66; color: #fff; border-radius: 3px; padding: 0 0.3rem; font-size: 0.68rem; }
.ka .gain { margin-left: auto; color: #c2185b; font-weight: 700; }
.ka .pts { font-size: 1.3rem; font-weight: 700; font-variant-numeric: tabular-nums; line-height: 1.3; }
.ka .why { color: #666a72; font-size: 0.72rem; width: 100%; }
.ka .row { display: flex; flex-wrap: wrap; gap: 0.3rem 0.55rem; min-height: 1.9rem; align-items: flex-end; }
.ka .row.none, .ka .done.none { align-items: flex-start; color: #666a72; }
.ka .group { display: flex; gap: 0.2rem; flex-wrap: wrap; }
.ka .fan { display: grid; gap: 0.1rem; justify-items: start; }
.ka .fan small { font-size: 0.68rem; color: #666a72; white-space: nowrap; } .ka .fan small b { color: #23252a; }
.ka .fan > div { display: flex; flex-wrap: wrap; row-gap: 0.15rem; padding-left: 0.85rem; }
.ka .knight { position: relative; width: 1.85rem; height: 2.5rem; border: 1px solid #23252a; border-radius: 4px; margin-left: -0.85rem; box-shadow: -1px 0 0 #fff; }
.ka .knight > i { position: absolute; left: 0.16rem; top: 0.14rem; font: 700 0.7rem/1 var(--sans); }
.ka .knight > svg { position: absolute; left: 50%; bottom: 0.22rem; transform: translateX(-50%); width: 1.15rem; height: 1.38rem; fill: currentColor; }
.ka .knight.double { width: 2.75rem; }
.ka .knight.double > svg { width: 2.15rem; }
.ka .done { display: flex; flex-wrap: wrap; gap: 0.3rem; min-height: 1.45rem; }
.ka .done > span { display: inline-flex; gap: 0.25rem; align-items: center; border: 1px solid #9a8d6a; border-radius: 4px; background: #faf6ea; padding: 0 0.1rem 0 0.35rem; font-size: 0.75rem; }
.ka .done .points { min-width: 1.35rem; height: 1.25rem; border-radius: 3px; font-size: 0.75rem; margin: 1px 0; }
.ka .wax { display: inline-block; width: 1.25rem; height: 1.25rem; vertical-align: middle; }
.ka .wax text { font: 700 11px var(--sans); text-anchor: middle; fill: #fff; }
@media (max-width: 45rem) { .ka .board { grid-template-columns: minmax(0, 1fr); } .ka .piles { grid-template-columns: 1fr 1.2fr; } }
</style>`;

const kaTally = (list) => list.reduce((sum, one) => sum.set(one, (sum.get(one) || 0) + 1), new Map());
/** What of a list isn't in another one, equal ones counted. */
function kaBeyond(list, other) {
  const rest = kaTally(other);
  return list.filter((one) => !(rest.get(one) > 0 && rest.set(one, rest.get(one) - 1)));
}
/** A check for one card after the other: whether it is among the cards that came. */
function kaTicker(list) {
  const left = kaTally(list);
  return (one) => left.get(one) > 0 && Boolean(left.set(one, left.get(one) - 1));
}
const kaSeat = (seat) => LOOKS[(seat - 1) % LOOKS.length][0];
const kaToken = (seat, what = "") => `<span class="token" title="seat ${seat}${what}" style="background:${kaSeat(seat)}">${seat}</span>`;
const kaPaper = ([paper, ink], pattern) => `background:${pattern === "none" ? "" : pattern + ","}${paper};color:${ink}`;
const kaDelta = (now, before) => (before === undefined || now === before ? "" : ` <span class="more">${now > before ? "+" : "−"}${Math.abs(now - before)}</span>`);
const kaPlural = (n, one) => `${n} ${one}${n === 1 ? "" : "s"}`;
const kaStrength = (cards) => cards.reduce((sum, card) => sum + Number(card.split(" ")[1]), 0);
/** A seal of wax with the number of its owner. */
const KA_WAX = Array.from({ length: 24 }, (_, i) => {
  const r = i % 2 ? 11.6 : 9.8, turn = (i * Math.PI) / 12;
  return `${(12 + r * Math.cos(turn)).toFixed(1)},${(12 + r * Math.sin(turn)).toFixed(1)}`;
}).join(" ");
const kaWax = (seat) => `<svg class="wax" viewBox="0 0 24 24"><title>seal of seat ${seat}</title><polygon points="${KA_WAX}" fill="${kaSeat(seat)}" stroke="#fff" stroke-width="1.2"/><circle cx="12" cy="12" r="7.4" fill="none" stroke="#fff" stroke-width="0.8"/><text x="12" y="16">${seat}</text></svg>`;

/** An adversary; `data` is what marks it for tests, `extra` what else lies on it. */
function kaFoe(card, data, { small = false, classes = "", extra = "", seal = 0 } = {}) {
  const [colour, strength] = card.split(" "), look = KA_FOES[colour];
  const title = `${card} (${look[3]})${seal ? `, sealed by seat ${seal}` : ""}`;
  return `<div class="foe ${colour}${small ? " small" : ""}${seal ? " sealed" : ""}${classes}" ${data} title="${title}" style="${kaPaper(look, look[4])}"><i>${look[2]}</i><svg viewBox="0 0 24 24">${look[5]}</svg><b>${strength}</b>${seal ? kaWax(seal) : ""}${extra}</div>`;
}
function kaKnight(card, seat, fresh) {
  const [colour, double] = card.split(" "), look = KA_KNIGHTS[colour];
  const icon = colour === "Merlin" ? `<svg viewBox="0 0 20 24">${KA_HAT}</svg>` : double ? `<svg viewBox="0 0 40 24">${KA_HELMET}<g transform="translate(20 0)">${KA_HELMET}</g></svg>` : `<svg viewBox="0 0 20 24">${KA_HELMET}</svg>`;
  return `<div class="knight${double ? " double" : ""}${fresh ? " new" : ""}" data-knight="${seat} ${card}" title="${card}${double ? ": two knights" : colour === "Merlin" ? ": a knight of any colour" : ""}" style="${kaPaper(look, look[3])}"><i>${look[2]}${double ? "2" : ""}</i>${icon}</div>`;
}
const kaWant = (colour, text) => {
  const look = KA_FOES[colour];
  return `<span class="want" title="${colour || "at least this strong"}" style="${look ? kaPaper(look, look[4]) : ""}">${text ?? look[2]}</span>`;
};
/** What an adventure asks for, in short. */
function kaAsks(asked) {
  if (asked.total) return `<span title="strengths that come to ${asked.total}">Σ ${asked.total}</span>${asked.colour ? kaWant(asked.colour) : "<small>any colour</small>"}`;
  if (asked.cards) return `${asked.cards}<small>cards of any kind</small>`;
  if (asked.colours) return asked.colours.map((colour) => kaWant(colour)).join("");
  return asked.values.map((way) => way.map((value) => kaWant("", `${value}+`)).join("")).join("<small>or</small>");
}
/** Whether a hand of adversaries is enough for an adventure. */
function kaMeets(asked, hand) {
  if (asked.total) return kaStrength(hand.filter((card) => !asked.colour || card.startsWith(asked.colour))) >= asked.total;
  if (asked.cards) return hand.length >= asked.cards;
  if (asked.colours) return asked.colours.every((colour) => hand.some((card) => card.startsWith(colour)));
  const strengths = hand.map((card) => Number(card.split(" ")[1])).sort((a, b) => b - a);
  return asked.values.some((way) => [...way].sort((a, b) => b - a).every((value, i) => strengths[i] >= value));
}
/** Points of the adventures: the rules', or those that the game has told by its end. */
let kaTold = null;
function kaPoints(name) {
  if (DRAWING) return DRAWING.adventures[name].points;
  if (!kaTold) {
    kaTold = {};
    for (let i = 1; i < STATES.length; i++) {
      for (const [one, owner] of Object.entries(STATES[i].adventures)) {
        if (owner > 0 && !STATES[i - 1].adventures[one]) kaTold[one] = STATES[i].seats[owner - 1].points.adventures - STATES[i - 1].seats[owner - 1].points.adventures;
      }
    }
  }
  return kaTold[name];
}

const kaTable = (state) => [
  ...state.table.map((card) => ({ card, seal: 0 })),
  ...state.seats.flatMap((seat, i) => seat.sealed.map((card) => ({ card, seal: i + 1 }))),
];
function kaColumns(state, page, listed) {
  const { before } = page, deal = state.decision, seals = GAME.setup.seats.some((seat) => seat.seals);
  const key = ({ card, seal }) => `${card} ${seal}`;
  const now = kaTable(state), was = before ? kaTable(before) : now;
  const fresh = kaTicker(kaBeyond(now.map(key), was.map(key)));
  const gone = before ? kaBeyond(was.map((one) => one.card), now.map((one) => one.card)) : [];
  const target = kaTicker(deal.card ? [`${deal.card} ${deal.attack === "repeat" ? state.seat : 0}`] : []);
  return Object.entries(KA_FOES).map(([colour, [paper, , letter, who]]) => {
    const mine = now.filter((one) => one.card.startsWith(colour)).sort((a, b) => a.card.localeCompare(b.card) || a.seal - b.seal);
    const cards = mine.map((one) => {
      const ways = one.seal ? (one.seal === state.seat && listed.has(`attack again ${one.card}`) ? ["again"] : [])
        : [["attack ", seals ? "seal" : "fight"], ["attack twice ", "×2"]].filter(([verb]) => listed.has(verb + one.card)).map(([, text]) => text);
      const hit = target(key(one)), tag = hit ? { attack: "attacked", repeat: "again", double: "×2" }[deal.attack] : ways.join(" ");
      return kaFoe(one.card, `data-foe="${key(one)}"`, { seal: one.seal, classes: hit ? " attacked" : fresh(key(one)) ? " new" : "", extra: tag ? `<em>${tag}</em>` : "" });
    }).join("");
    const left = gone.filter((card) => card.startsWith(colour));
    const slots = DRAWING ? Math.max(0, Math.min(6, DRAWING.column) - mine.length - left.length) : 0;
    return `<div><h4 style="border-color:${paper}">${letter} ${colour}<small>${who}</small></h4>${cards}${left.map((card) => `<div class="gone">${card}<br>taken</div>`).join("")}${'<div class="slot" title="room in the column"></div>'.repeat(slots)}</div>`;
  }).join("");
}
function kaAdventures(state, listed) {
  const open = Object.keys(state.adventures).filter((name) => state.adventures[name] === null);
  const out = Object.keys(state.adventures).filter((name) => state.adventures[name] === "not in play");
  const cards = open.map((name) => {
    const points = kaPoints(name), asked = DRAWING && DRAWING.adventures[name], doing = state.decision.adventure === name;
    const able = asked ? state.seats.map((_, i) => i + 1).filter((seat) => kaMeets(asked, state.seats[seat - 1].adversaries)) : [];
    const can = doing || listed.has(`complete ${name}`);
    const note = doing ? `<b>${kaPlural(state.decision.cards, "card")} spent, Σ ${state.decision.total}</b>` : able.length ? `<small>enough:</small>${able.map((seat) => kaToken(seat, " has enough for it")).join("")}` : can && !asked ? "<small>can be completed</small>" : "";
    return `<div class="quest${can ? " can" : ""}" data-adventure="${name}" data-able="${able.join(" ")}"><strong>${KA_TITLES[name]}</strong><span>${points === undefined ? "" : `<span class="points${DRAWING ? "" : " told"}" title="${DRAWING ? "points" : "points, as the game tells once it is completed"}">${points}</span>`}</span>${asked ? `<div class="asks">${kaAsks(asked)}</div>` : ""}<div class="able">${note}</div></div>`;
  }).join("");
  return `<h3>Adventures: <b>${open.length}</b> open</h3><div class="adventures">${cards || "none is left"}</div>${out.length ? `<p class="note2">Not in play: ${out.map((name) => KA_TITLES[name]).join(", ")}</p>` : ""}`;
}
/** Knights by colour: each colour a fan of cards, with the knights on them. */
function kaHand(seat, before, number) {
  const fresh = kaTicker(before ? kaBeyond(seat.knights, before.knights) : []);
  const fans = Object.keys(KA_KNIGHTS).map((colour) => {
    const cards = seat.knights.filter((card) => card.split(" ")[0] === colour);
    const pips = cards.reduce((sum, card) => sum + (card.endsWith("double") ? 2 : 1), 0);
    // The last of equal cards are the new ones.
    const shown = [...cards].reverse().map((card) => kaKnight(card, number, fresh(card))).reverse();
    return cards.length ? `<div class="fan" title="${kaPlural(pips, "knight")} on ${kaPlural(cards.length, "card")}"><small>${colour} <b>${pips}</b></small><div>${shown.join("")}</div></div>` : "";
  }).join("");
  return `<div><h3>Knights: <b>${kaPlural(seat.knights.length, "card")}</b>${kaDelta(seat.knights.length, before?.knights.length)}</h3><div class="row${fans ? "" : " none"}">${fans || "none"}</div></div>`;
}
function kaSeatBox(state, page, i) {
  const { esc, score, names } = page, seat = state.seats[i], before = page.before?.seats[i], number = i + 1;
  const turn = state.seat === number, won = state.over && GAME.result.winners.includes(number);
  const fresh = kaTicker(before ? kaBeyond(seat.adversaries, before.adversaries) : []);
  const foes = Object.keys(KA_FOES).map((colour) => {
    const cards = seat.adversaries.filter((card) => card.startsWith(colour)).map((card) => kaFoe(card, `data-held="${number} ${card}"`, { small: true, classes: fresh(card) ? " new" : "" }));
    return cards.length ? `<div class="group">${cards.join("")}</div>` : "";
  }).join("");
  const done = Object.keys(state.adventures).filter((name) => state.adventures[name] === number).map((name) =>
    `<span class="${page.before && page.before.adventures[name] !== number ? "new" : ""}" data-done="${number} ${name}">${KA_TITLES[name]}<span class="points">${kaPoints(name) ?? "?"}</span></span>`).join("");
  const why = Object.entries(seat.points).filter(([, n]) => n).map(([part, n]) => `${part === "seat" ? "compensation" : part} ${n}`).join(", ") || "no points yet";
  const gained = before ? score(seat) - score(before) : 0;
  const seals = GAME.setup.seats[i].seals ? `<div><h3>Seals left: <b>${seat.seals}</b>${kaDelta(seat.seals, before?.seals)}</h3><div>${kaWax(number).repeat(seat.seals)}</div></div>` : "";
  const held = kaStrength(seat.adversaries);
  return `<div class="seat${turn ? " turn" : ""}" data-box="${number}"><header>${kaToken(number)}<strong>${esc(names[i])}</strong>${turn ? '<span class="tag">in turn</span>' : ""}${won ? `<span class="tag">${GAME.result.winners.length > 1 ? "shares the win" : "wins"}</span>` : ""}<span class="gain">${gained ? `${gained > 0 ? "+" : "−"}${Math.abs(gained)}` : ""}</span><span class="pts" data-seat="${number}">${score(seat)}</span><span class="why">${why}</span></header>
${kaHand(seat, before, number)}
<div><h3>Adversaries: <b>${kaPlural(seat.adversaries.length, "card")}</b>${kaDelta(seat.adversaries.length, before?.adversaries.length)}${held ? `, strength <b>${held}</b>` : ""}</h3><div class="row${foes ? "" : " none"}">${foes || "none"}</div></div>
<div><h3>Adventures completed</h3><div class="done${done ? "" : " none"}">${done || "none"}</div></div>${seals}
<div class="why">${kaPlural(seat.turns, "turn")}; ${kaPlural(seat.knights_paid, "knight")} paid for ${seat.strength_taken} of strength</div></div>`;
}
/** What goes on: the turn, the end, and the step of the turn. */
function kaNow(state) {
  const waits = state.pending[0], deal = state.decision;
  const what = { replenish: "may turn adversaries over", target: "may fight", adventure: "may complete an adventure", draw: "may draw" }[waits]
    || (waits === "payment" ? `pays for ${deal.card}${deal.first_colour ? `, after ${deal.first_colour}` : ""}` : waits === "spend" ? `spends on ${KA_TITLES[deal.adventure]}` : "");
  const ends = state.end_causes.map((cause) => KA_ENDS[cause]).join(", ");
  const line = state.over ? `The end <small>after turn ${state.turn}${ends ? `: ${ends}` : ""}</small>` : `Turn ${state.turn}: seat ${state.seat} ${what}${ends ? ` <small>The end has come: ${ends}.</small>` : ""}`;
  const steps = Object.entries(KA_STEPS).map(([name, frames]) => {
    const did = !state.over && ((name === "Fight" && state.fought) || (name === "Adventure" && state.adventured));
    return `<span class="${frames.includes(waits) ? "at" : did ? "done" : ""}">${name}${did ? " ✓" : ""}</span>`;
  }).join("");
  return `<div class="now"><p>${line}</p><div class="steps" title="steps of a turn">${steps}</div></div>`;
}
function kaPile(name, cards, before, shape, open, note) {
  const title = cards.length ? (open ? [...kaTally(cards)].map(([card, n]) => `${n} × ${card}`) : ["from the top", ...cards]).join(", ") : "empty";
  return `<div class="pile" title="${title}"><div class="stack ${shape}${cards.length ? (open ? " open" : "") : " empty"}" data-pile="${name} ${cards.length}">${cards.length}</div><small><b>${name}</b>${note}${kaDelta(cards.length, before?.length)}</small></div>`;
}
function draw(state, page) {
  const { before } = page, listed = new Set(page.step ? page.step.said : []);
  const spent = [...kaTally(state.knight_discard.map((card) => (card === "Merlin" ? "M" : KA_KNIGHTS[card.split(" ")[0]][2] + (card.endsWith("double") ? "2" : ""))))].map(([letter, n]) => `${letter} ${n}`);
  const piles = `<div class="piles">${kaPile("Adversaries", state.adversary_deck, before?.adversary_deck, "lies", false, "face down")}${kaPile("Spent", state.adversary_discard, before?.adversary_discard, "lies", true, "out of the game")}${kaPile("Knights", state.knight_deck, before?.knight_deck, "stands", false, state.reshuffles ? `deck no. ${state.reshuffles + 1}` : "face down")}${kaPile("Discard", state.knight_discard, before?.knight_discard, "stands", true, spent.join(", ") || "knights")}</div>`;
  return `${KA_STYLE}<div class="ka">${kaNow(state)}${piles}
<div class="board"><div><h3>Adversaries, face up${state.pending[0] === "target" ? `; marked: what seat ${state.seat} can pay for` : ""}</h3><div class="columns">${kaColumns(state, page, listed)}</div></div><div>${kaAdventures(state, listed)}</div></div>
<div class="seats">${state.seats.map((_, i) => kaSeatBox(state, page, i)).join("")}</div></div>`;
}
