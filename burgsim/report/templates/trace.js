"use strict";
// The states are put together from the set-up and what each decision changed.
const STATES = [GAME.setup];
for (const step of GAME.steps) {
  const state = structuredClone(STATES[STATES.length - 1]);
  for (const [path, value] of step.changed) {
    let place = state;
    for (const key of path.slice(0, -1)) place = place[key];
    place[path[path.length - 1]] = value;
  }
  STATES.push(state);
}
const LAST = GAME.steps.length;
// Positions at which a turn begins, the set-up being the first.
const TURNS = [{ at: 0, label: GAME.opening.join(", ") || "Set-up" }];
let part = GAME.opening.length > 1 ? `${GAME.opening[0].split(",")[0]}: ` : "";
GAME.steps.forEach((step, i) => {
  for (const [kind, text] of step.told) if (kind === 2) part = `${text.split(",")[0]}: `;
  if (step.turn) TURNS.push({ at: i + 1, label: part + step.turn });
});
TURNS.push({ at: LAST, label: "The end" });

const by = (id) => document.getElementById(id);
function esc(text) {
  return String(text).replace(/[&<>"']/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" })[c]);
}
const score = (seat) => Object.values(seat.points).reduce((a, b) => a + b, 0);

function listing(value) {
  if (Array.isArray(value)) return value.length ? value.map((v) => (typeof v === "object" && v ? listing(v) : esc(v))).join(", ") : "none";
  if (value && typeof value === "object") {
    return `<dl class="list">${Object.entries(value).map(([k, v]) => `<dt>${esc(k.replaceAll("_", " "))}</dt><dd>${listing(v)}</dd>`).join("")}</dl>`;
  }
  return esc(value);
}

// Score of every seat over the turns: told apart by dash and marker, not by colour alone.
const LOOKS = [["#1d3f66", ""], ["#b3541e", "6 3"], ["#4a7c59", "2 2"], ["#6f5b94", "9 3 2 3"], ["#8a6d1d", "1 3"], ["#923b52", "4 2 1 2 1 2"]];
function marker(kind, x, y, colour) {
  const shapes = [
    `<circle cx="${x}" cy="${y}" r="3"/>`, `<rect x="${x - 3}" y="${y - 3}" width="6" height="6"/>`,
    `<path d="M${x} ${y - 4}L${x + 4} ${y + 3}H${x - 4}Z"/>`, `<path d="M${x} ${y - 4}L${x + 4} ${y}L${x} ${y + 4}L${x - 4} ${y}Z"/>`,
    `<path d="M${x - 3} ${y}H${x + 3}M${x} ${y - 3}V${y + 3}" stroke="${colour}" stroke-width="2"/>`,
    `<path d="M${x - 3} ${y - 3}L${x + 3} ${y + 3}M${x + 3} ${y - 3}L${x - 3} ${y + 3}" stroke="${colour}" stroke-width="2"/>`,
  ];
  return `<g fill="${colour}">${shapes[kind % shapes.length]}</g>`;
}
const CHART = { w: 360, h: 190, left: 26, right: 62, top: 8, bottom: 20 };
function chartX(i) {
  return CHART.left + ((CHART.w - CHART.left - CHART.right) * i) / Math.max(1, TURNS.length - 1);
}
const AARON = STATES[0].aaron ? [{ name: "Aaron", of: (s) => score(s.aaron) }] : [];
const SERIES = [...GAME.names.map((name, i) => ({ name: `${i + 1} ${name}`, of: (s) => score(s.seats[i]) })), ...AARON];
function drawChart(position) {
  const values = SERIES.map((one) => TURNS.map((t) => one.of(STATES[t.at])));
  const top = Math.max(1, ...values.flat()), low = Math.min(0, ...values.flat());
  const y = (v) => CHART.h - CHART.bottom - ((CHART.h - CHART.top - CHART.bottom) * (v - low)) / (top - low);
  const ends = values.map((v, s) => ({ s, y: y(v[v.length - 1]) })).sort((a, b) => a.y - b.y);
  ends.forEach((e, i) => { if (i) e.y = Math.max(e.y, ends[i - 1].y + 12); });
  let out = "";
  const gap = [10, 20, 50, 100, 200].find((one) => (top - low) / one <= 8) || 500;
  for (let v = Math.ceil(low / gap) * gap; v <= top; v += gap) {
    out += `<path d="M${CHART.left} ${y(v)}H${CHART.w - CHART.right}" stroke="#eceef1"/><text x="${CHART.left - 4}" y="${y(v) + 4}" text-anchor="end" fill="#666a72">${v}</text>`;
  }
  values.forEach((row, s) => {
    const [colour, dash] = LOOKS[s % LOOKS.length];
    out += `<polyline fill="none" stroke="${colour}" stroke-width="1.6" stroke-dasharray="${dash}" points="${row.map((v, i) => `${chartX(i).toFixed(1)},${y(v).toFixed(1)}`).join(" ")}"/>`;
    row.forEach((v, i) => { if (i % 6 === 0 || i === row.length - 1) out += marker(s, chartX(i), y(v), colour); });
  });
  for (const e of ends) {
    const name = SERIES[e.s].name;
    out += `<text x="${CHART.w - CHART.right + 7}" y="${e.y + 4}" fill="${LOOKS[e.s % LOOKS.length][0]}">${esc(name.length > 10 ? name.slice(0, 9) + "…" : name)}</text>`;
  }
  let now = 0;
  TURNS.forEach((t, i) => { if (t.at <= position) now = i; });
  out += `<path d="M${chartX(now)} ${CHART.top}V${CHART.h - CHART.bottom}" stroke="#23252a" stroke-dasharray="1 2"/>`;
  out += `<text x="${CHART.left}" y="${CHART.h - 5}" fill="#666a72">turns</text>`;
  by("scores").querySelector("div").innerHTML = `<svg viewBox="0 0 ${CHART.w} ${CHART.h}" role="img" aria-label="Score of each seat over the turns">${out}</svg>`;
}

let at = 0;
function show(position) {
  at = Math.max(0, Math.min(LAST, position));
  const state = STATES[at];
  by("table").innerHTML = typeof draw === "function" ? draw(state, { names: GAME.names, esc, score, step: GAME.steps[at] || null, before: STATES[at - 1] || null }) : listing(state);
  const past = at ? GAME.steps[at - 1] : null;
  by("happened").querySelector("ol").innerHTML = past
    ? `<li>Seat ${past.seat}: ${esc(past.said[past.chosen])}</li>` + past.told.map(([heading, text]) => `<li${heading ? ' class="heading"' : ""}>${esc(text)}</li>`).join("")
    : `<li class="heading">${esc(GAME.opening.join(", ") || "Set-up")}</li>`;
  drawDecision(at < LAST ? GAME.steps[at] : null);
  drawChart(at);
  by("slider").value = at;
  let turn = 0;
  TURNS.forEach((t, i) => { if (t.at <= at) turn = i; });
  by("jump").value = turn;
  by("where").textContent = at < LAST ? `${at + 1} of ${LAST}` : "the end";
  for (const id of ["first", "back", "turn-back"]) by(id).disabled = at === 0;
  for (const id of ["last", "forward", "turn-forward"]) by(id).disabled = at === LAST;
}
function drawDecision(step) {
  const box = by("decision"), list = box.querySelector("ol"), note = box.querySelector("p");
  if (!step) {
    box.querySelector("h2").textContent = "Result";
    list.innerHTML = GAME.result.seats.map((seat) => {
      const parts = Object.entries(seat.points).filter(([, n]) => n).map(([k, n]) => `${k.replaceAll("_", " ")} ${n}`).join(", ");
      const won = GAME.result.winners.includes(seat.seat);
      return `<li class="${won ? "chosen" : ""}" data-score="${seat.score}"><span>${seat.rank}.</span><span>Seat ${seat.seat}, ${esc(GAME.names[seat.seat - 1])}: ${seat.score} points<br><span class="note">${esc(parts)}</span></span><span></span></li>`;
    }).join("");
    note.textContent = `${GAME.result.end}; ${GAME.result.winners.length > 1 ? "the win is shared" : ""}`.replace(/; $/, "");
    return;
  }
  box.querySelector("h2").textContent = step.n === null ? `Seat ${step.seat} has one option` : `Seat ${step.seat}, ${GAME.names[step.seat - 1]}, decides`;
  const known = (step.scores || []).filter((s) => s !== null);
  const low = Math.min(...known), high = Math.max(...known);
  const order = step.said.map((_, i) => i);
  if (known.length) order.sort((a, b) => (step.scores[b] ?? -Infinity) - (step.scores[a] ?? -Infinity));
  list.innerHTML = order.map((i) => {
    const value = step.scores ? step.scores[i] : null;
    const bar = value === null || high === low ? "" : `<i style="width:${(100 * (value - low) / (high - low)).toFixed(1)}%"></i>`;
    return `<li${i === step.chosen ? ' class="chosen"' : ""}><span>${i === step.chosen ? "✓" : ""}</span><span>${esc(step.said[i])}</span><span class="score">${value === null ? "" : value.toFixed(2)}</span>${bar}</li>`;
  }).join("");
  const best = known.length && step.scores[step.chosen] !== high;
  note.textContent = step.n === null ? "" : known.length
    ? `Scores are the policy's.${best ? " It did not choose its highest (noise, rollouts, or its own reasons)." : ""}`
    : "The policy gives no scores.";
}
const turnAfter = () => (TURNS.find((t) => t.at > at) || { at: LAST }).at;
const turnBefore = () => ([...TURNS].reverse().find((t) => t.at < at) || { at: 0 }).at;
const MOVES = { first: () => 0, "turn-back": turnBefore, back: () => at - 1, forward: () => at + 1, "turn-forward": turnAfter, last: () => LAST };
for (const [id, to] of Object.entries(MOVES)) by(id).addEventListener("click", () => show(to()));
const KEYS = { Home: "first", PageUp: "turn-back", ArrowLeft: "back", ArrowRight: "forward", PageDown: "turn-forward", End: "last" };
document.addEventListener("keydown", (event) => {
  if (!(event.key in KEYS) || event.ctrlKey || event.altKey || event.metaKey || event.target.tagName === "SELECT") return;
  event.preventDefault();
  show(MOVES[KEYS[event.key]]());
});
by("slider").max = LAST;
by("slider").addEventListener("input", (event) => show(Number(event.target.value)));
by("jump").innerHTML = TURNS.map((t, i) => `<option value="${i}">${esc(t.label)}</option>`).join("");
by("jump").addEventListener("change", (event) => show(TURNS[Number(event.target.value)].at));
by("scores").addEventListener("click", (event) => {
  const svg = by("scores").querySelector("svg").getBoundingClientRect();
  const x = ((event.clientX - svg.left) / svg.width) * CHART.w;
  const turn = Math.round(((x - CHART.left) / (CHART.w - CHART.left - CHART.right)) * (TURNS.length - 1));
  show(TURNS[Math.max(0, Math.min(TURNS.length - 1, turn))].at);
});
show(Number((location.hash.match(/^#(\d+)$/) || [0, 0])[1]));
