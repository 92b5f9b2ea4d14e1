// The table of Carcassonne: the map with its tiles in place, what is in hand, and what every seat has left.
//
// DRAWING are the kinds of tiles (drawing_data in words.py). A tile is 100 wide, its middle at 0 0, y to the south. All
// lines are lists of points, so that turning a tile is turning points: letters and figures stay upright, and the same
// lines say where a field has room for a figure. Everything that has a colour also has a pattern, a shape or a letter.
const CC_SEATS = ["#1d3f66", "#b3541e", "#4a7c59", "#6f5b94", "#8a6d1d", "#923b52"];
const CC_GOODS = { wine: ["W", "#7b2d43"], grain: ["G", "#96700c"], cloth: ["C", "#3b5f8f"] };
const CC_MIDDLE = [[0, -50], [50, 0], [0, 50], [-50, 0]];
const CC_CORNER = [[-50, -50], [50, -50], [50, 50], [-50, 50]]; // the corner before each edge, clockwise
const CC_STYLE = `<style>
.cc { display: grid; gap: 0.7rem; }
.cc h3 { font-size: 0.8rem; margin: 0 0 0.2rem; color: #666a72; font-weight: 600; }
.cc .top { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(12rem, 100%), 1fr)); gap: 0.5rem; }
.cc .seat, .cc .hand { border: 1px solid #d8dade; border-radius: 6px; padding: 0.4rem 0.6rem; min-width: 0; }
.cc .seat.turn { border: 2px solid #1d3f66; padding: calc(0.4rem - 1px) calc(0.6rem - 1px); }
.cc .seat header { padding: 0; display: flex; gap: 0.4rem; align-items: center; }
.cc .seat header strong { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.cc .seat .pts { font-size: 1.15rem; font-weight: 700; margin-left: auto; font-variant-numeric: tabular-nums; }
.cc .why { color: #666a72; font-size: 0.75rem; line-height: 1.25; }
.cc .row { display: flex; flex-wrap: wrap; gap: 0.1rem 0.55rem; align-items: center; min-height: 1.7rem; }
.cc .row > span { display: inline-flex; align-items: center; gap: 0.15rem; font-size: 0.85rem; font-weight: 600; font-variant-numeric: tabular-nums; }
.cc .row .none { opacity: 0.45; }
.cc .hand { display: flex; gap: 0.7rem; align-items: center; background: #f5f6f7; }
.cc .hand > svg { flex: none; width: 5.4rem; height: 5.4rem; }
.cc .hand p { margin: 0; }
.cc .map { display: block; width: 100%; height: min(max(26rem, 100vh - 19rem), 110vw); background: #f5f6f7; border-radius: 6px; }
.cc .legend { display: flex; flex-wrap: wrap; gap: 0.15rem 0.9rem; color: #666a72; font-size: 0.75rem; }
.cc .legend span { display: inline-flex; align-items: center; gap: 0.25rem; }
.cc svg text { font-family: "Helvetica Neue", Helvetica, Arial, "Liberation Sans", sans-serif; }
</style>`;

// ---- points and lines ----

const ccMix = (...parts) => [0, 1].map((i) => parts.reduce((sum, [k, point]) => sum + k * point[i], 0));
/** A point of a tile after quarter turns clockwise. */
const ccTurn = ([x, y], turns) => (turns % 4 ? ccTurn([-y, x], (turns % 4) - 1) : [x, y]);
/** A Bézier curve as points. */
function ccCurve(a, b, c, d) {
  return Array.from({ length: 17 }, (_, i) => {
    const t = i / 16, u = 1 - t;
    return ccMix([u * u * u, a], [3 * u * u * t, b], [3 * u * t * t, c], [t * t * t, d]);
  });
}
const ccPath = (points, turns) => `M${points.map((p) => ccTurn(p, turns).map((v) => Math.round(10 * v) / 10).join(" ")).join("L")}`;
function ccDistance([x, y], line) {
  let least = Infinity;
  for (let i = 1; i < line.length; i++) {
    const [ax, ay] = line[i - 1], [dx, dy] = [line[i][0] - ax, line[i][1] - ay];
    const t = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
    least = Math.min(least, Math.hypot(x - ax - t * dx, y - ay - t * dy));
  }
  return least;
}
function ccInside([x, y], ring) {
  let inside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [ax, ay] = ring[i], [bx, by] = ring[j];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

// ---- what the parts of a kind look like ----

/** The wall along `length` edges from `edge` on, clockwise, at which the city isn't; `reach` is how far a curve is drawn. */
function ccWall(edge, length, reach) {
  const from = CC_CORNER[edge], to = CC_CORNER[(edge + length) % 4];
  if (length === 2) {
    const inner = ccMix([0.4, CC_CORNER[(edge + 3) % 4]]);
    return ccCurve(from, ccMix([1 / 3, from], [2 / 3, inner]), ccMix([1 / 3, to], [2 / 3, inner]), to);
  }
  const open = length === 1 ? edge : (edge + 3) % 4; // the curve hangs from this edge: the field's, or the city's only one
  const towards = (end) => ccMix([reach / -50, CC_MIDDLE[open]], [0.32, ccMix([1, end], [-1, CC_MIDDLE[open]])]);
  return ccCurve(from, towards(from), towards(to), to);
}
/** A city: the ring around it, its walls, where a figure stands and where a shield or good is shown. */
function ccCity(tile, city, cities, gate) {
  const holds = (e) => city.edges.includes((e + 4) % 4), mid = (e, k) => ccMix([k, CC_MIDDLE[(e + 4) % 4]]);
  const others = cities.filter((one) => one !== city), n = city.edges.length;
  const band = (one) => one.edges.length === 2 && (one.edges[1] - one.edges[0]) % 2 === 0;
  const ring = [], walls = [];
  for (let e = 0; e < 4; e++) {
    if (holds(e)) ring.push(CC_CORNER[e], CC_CORNER[(e + 1) % 4]);
    else if (holds(e - 1)) {
      let length = 1;
      while (!holds(e + length)) length++;
      const crowded = others.some((one) => (length === 1 ? one.edges.includes(e) : band(one)));
      // Two cities that part all four fields reach to the village between them.
      const reach = length === 1 ? (crowded ? 11 : -12) : gate ? 13 : crowded ? -27 : -20;
      const wall = ccWall(e, length, reach);
      const cut = ccCut(tile);
      if (cut !== null && !others.length) wall.splice(7, 3, wall[7], CC_CORNER[cut], wall[9]);
      walls.push(wall);
      ring.push(...wall);
    }
  }
  const [a, b] = n === 2 && holds(0) && holds(3) ? [3, 0] : city.edges;
  const corner = n === 2 && !band(city) ? CC_CORNER[b] : null;
  const gap = [0, 1, 2, 3].find((e) => !holds(e));
  const cap = others.find((one) => band(city) && one.edges.length === 1);
  const [stands, badge] = n === 1 ? [mid(a, others.some(band) ? 0.8 : 0.64), mid(a, 0.76)]
    : corner ? [ccMix([0.34, corner]), ccMix([0.7, corner])]
    : n === 2 ? [ccMix([0.14, CC_MIDDLE[a]], [cap ? -0.18 : 0, CC_MIDDLE[cap ? cap.edges[0] : a]]), mid(b, 0.68)]
    : n === 3 ? [mid(gap, -0.2), ccMix([0.66, CC_CORNER[(gap + 2) % 4]])]
    : [city.special ? [24, 22] : [8, 6], [-31, -31]];
  return { ring, walls, stands, badge };
}
/** The corner (by the edge after it) at which two fields meet though neither edge is a city's: a wall leads there. */
function ccCut(tile) {
  const owner = (half) => tile.fields.findIndex((field) => field.halves.includes(half % 8));
  for (let e = 0; e < 4; e++) {
    const [before, after] = [owner(2 * e + 1), owner(2 * e + 2)];
    if (before >= 0 && after >= 0 && before !== after) return (e + 1) % 4;
  }
  return null;
}
/** A road from an edge to where it ends: a cloister or village in the middle, or the gate of a city. */
function ccRoadEnd(edge, city) {
  const from = CC_MIDDLE[edge], opposite = (edge + 2) % 4;
  if (!city) return ccCurve(from, ccMix([2 / 3, from]), ccMix([1 / 3, from]), [0, 0]);
  if (city.edges.length === 1 && city.edges[0] !== opposite) {
    const gate = CC_MIDDLE[city.edges[0]];
    return ccCurve(from, ccMix([0.4, from]), ccMix([0.24, from], [0.1, gate]), ccMix([0.22, from], [0.74, gate]));
  }
  if (city.edges.length === 2 && (city.edges[1] - city.edges[0]) % 2) {
    const beside = CC_MIDDLE[city.edges.find((e) => e !== opposite)];
    const gate = ccMix([0.6, beside], [0.1, CC_MIDDLE[opposite]]);
    return ccCurve(from, ccMix([0.5, from]), ccMix([0.22, from], [0.16, beside]), gate);
  }
  return ccCurve(from, ccMix([0.6, from]), ccMix([0.2, from]), city.edges.length === 1 ? ccMix([0.7, CC_MIDDLE[opposite]]) : [0, 0]);
}
const ccThrough = ([a, b], k = 0.3) => ccCurve(CC_MIDDLE[a], ccMix([k, CC_MIDDLE[a]]), ccMix([k, CC_MIDDLE[b]]), CC_MIDDLE[b]);

const CC_LOOKS = {};
/** All lines of a kind at rotation 0, and where figures stand on its parts. */
function ccLook(name) {
  if (CC_LOOKS[name]) return CC_LOOKS[name];
  const parts = DRAWING[name].parts, of = (sort) => parts.filter((one) => one.sort === sort);
  const tile = { cities: of("city"), fields: of("field") };
  const roads = of("road"), cloister = of("cloister").length > 0;
  const ends = roads.filter((road) => road.edges.length === 1);
  const gate = ends.length === 2 && tile.cities.length === 2 && tile.cities.every((one) => one.edges.length === 1);
  const village = !cloister && (ends.length > 2 || gate);
  const look = { blobs: [], lakes: [], inns: [], village, cloister, place: { field: [], road: [], city: [], cloister: [[12, 4]] } };
  look.cities = tile.cities.map((city) => ({ ...city, ...ccCity(tile, city, tile.cities, gate) }));
  look.roads = roads.map((road) => (road.edges.length > 1 ? ccThrough(road.edges)
    : ccRoadEnd(road.edges[0], cloister || village ? null : tile.cities[0])));
  const river = DRAWING[name].river;
  // Around a cloister the river makes a bend, away from the road.
  const away = ends.length && ccMix([-0.52, CC_MIDDLE[ends[0].edges[0]]]);
  const bank = (e) => ccCurve(CC_MIDDLE[e], ccMix([0.55, CC_MIDDLE[e]]), ccMix([0.55, CC_MIDDLE[e]], [1, away]), away);
  look.river = river.length === 2 ? (cloister ? [...bank(river[0]), ...bank(river[1]).reverse()] : ccThrough(river))
    : river.length ? ccRoadEnd(river[0], null) : null;
  if (river.length === 1) look.lakes.push([0, 0, name === "RI-s" ? 10 : 23]);
  roads.forEach((road, i) => {
    const line = look.roads[i];
    look.place.road.push(line[road.edges.length > 1 ? (road.special ? 10 : 8) : road.special ? 10 : 5]);
    if (!road.special) return;
    const near = road.edges.length > 1 ? 2 : 4, [ax, ay] = line[near], [bx, by] = line[near + 2], size = Math.hypot(bx - ax, by - ay);
    look.inns.push([(ax + bx) / 2 + (17 * (by - ay)) / size, (ay + by) / 2 - (17 * (bx - ax)) / size]);
  });
  look.cities.forEach((city) => look.place.city.push(city.stands));
  if (cloister) look.blobs.push([0, 0, 19]);
  if (village) look.blobs.push([0, 0, 11]);
  look.blobs.push(...look.lakes, ...look.inns.map(([x, y]) => [x, y, 10]));
  look.fields = ccFields(look, tile.fields);
  look.place.field = look.fields.map((field) => field.stands);
  return (CC_LOOKS[name] = look);
}
/** How far a point is from all that isn't field; 0 or less within it. */
function ccRoom(look, point) {
  let room = Infinity;
  for (const city of look.cities) room = Math.min(room, ccInside(point, city.ring) ? -1 : Math.min(...city.walls.map((wall) => ccDistance(point, wall))) - 1.7);
  for (const road of look.roads) room = Math.min(room, ccDistance(point, road) - 5);
  if (look.river) room = Math.min(room, ccDistance(point, look.river) - 8);
  for (const [x, y, r] of look.blobs) room = Math.min(room, Math.hypot(point[0] - x, point[1] - y) - r);
  return room;
}
/** The fields as they are drawn: found by filling from their half-edges, so that a figure lies where its field has most
 * room. `halves` are those that the filling met: they are the kind's if the lines part the fields as they should. */
function ccFields(look, fields) {
  const side = 49, room = new Map(), key = (x, y) => 64 * y + x, owner = new Map();
  for (let y = 0; y < side; y++) for (let x = 0; x < side; x++) {
    const free = ccRoom(look, [2 * x - 48, 2 * y - 48]);
    if (free > 0) room.set(key(x, y), free);
  }
  const fill = (start, number) => {
    const met = [start];
    owner.set(start, number);
    for (let i = 0; i < met.length; i++) {
      for (const step of [-64, 64, -1, 1]) {
        const next = met[i] + step;
        if (room.has(next) && !owner.has(next)) { owner.set(next, number); met.push(next); }
      }
    }
    return met;
  };
  const seed = (half) => {
    const [x, y] = ccTurn([half % 2 ? 24 : -24, -48], half >> 1);
    return key((x + 48) / 2, (y + 48) / 2);
  };
  const areas = [];
  for (const field of fields) if (field.halves.length) areas.push(fill(seed(field.halves[0]), areas.length));
  const rest = [];
  for (const start of room.keys()) if (!owner.has(start)) rest.push(fill(start, -1));
  rest.sort((a, b) => b.length - a.length);
  let met = 0;
  return fields.map((field) => {
    const number = met, area = field.halves.length ? areas[met++] : rest[0] || [];
    let best = -Infinity, stands = [0, 0];
    for (const place of area) {
      const point = [2 * (place % 64) - 48, 2 * Math.floor(place / 64) - 48];
      const free = Math.min(room.get(place), 50 - Math.abs(point[0]), 50 - Math.abs(point[1]));
      if (free > best) [best, stands] = [free, point];
    }
    const halves = [0, 1, 2, 3, 4, 5, 6, 7].filter((half) => field.halves.length && owner.get(seed(half)) === number);
    return { stands, halves, size: area.length };
  });
}

// ---- drawing ----

/** Courses of bricks within a ring: a page holds no address, so an SVG pattern is out. */
function ccBricks(ring) {
  let out = "";
  for (let y = -50, row = 0; y < 50; y += 6.25, row++) {
    let from = null;
    for (let x = -50; x <= 51; x++) {
      const inside = x <= 50 && ccInside([Math.min(x, 49.9), y + 0.01], ring);
      if (inside && from === null) from = x;
      if (!inside && from !== null) { out += `M${from} ${y}H${x - 1}`; from = null; }
      if (x < 50 && (x + 50) % 20 === (row % 2 ? 15 : 5) && ccInside([x, y + 0.01], ring) && ccInside([x, y + 6.25], ring)) out += `M${x} ${y}v6.25`;
    }
  }
  return out;
}
const ccAt = ([x, y], body, size = 1) => `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)})${size === 1 ? "" : ` scale(${size})`}">${body}</g>`;
const CC_ICONS = {
  shield: '<path d="M-10 -11H10V0C10 7 5.5 11.5 0 14C-5.5 11.5 -10 7 -10 0Z" fill="#3b6ea5" stroke="#fff" stroke-width="2"/><path d="M0 -11V14M-10 -1H10" stroke="#fff" stroke-width="3"/>',
  inn: '<ellipse rx="13" ry="9.5" fill="#7fa8c9" stroke="#3f6a8c" stroke-width="1.4"/><path d="M-7 4V-3L0 -9L7 -3V4Z" fill="#fff" stroke="#23252a" stroke-width="1.4"/><path d="M-1.8 4V-1H1.8V4Z" fill="#23252a"/>',
  cloister: '<path d="M-17 15V-2L-9 -9L-1 -2V15Z" fill="#fff" stroke="#23252a" stroke-width="1.6"/><path d="M-1 15V3H17V15Z" fill="#fff" stroke="#23252a" stroke-width="1.6"/><path d="M-1 3L3 -3H14L17 3Z" fill="#b0563f" stroke="#23252a" stroke-width="1.6"/><path d="M-9 -9V-20M-13 -16H-5" stroke="#23252a" stroke-width="2.6"/><path d="M-11 15V7H-7V15Z" fill="#23252a"/>',
  cathedral: '<path d="M-22 20V-8L-16 -20L-10 -8V-4L0 -14L10 -4V-8L16 -20L22 -8V20Z" fill="#fff" stroke="#23252a" stroke-width="1.8"/><path d="M-4 20V8A4 4 0 0 1 4 8V20Z" fill="#23252a"/><circle cy="-3" r="3.4" fill="none" stroke="#23252a" stroke-width="1.6"/><path d="M0 -14V-24M-4 -20H4" stroke="#23252a" stroke-width="2.2"/>',
  village: '<circle r="11" fill="#efe6d2" stroke="#6b6b6b" stroke-width="1.4"/><path d="M-8 2V-2L-4.5 -5.5L-1 -2V2ZM1 2V-2L4.5 -5.5L8 -2V2ZM-3.5 8V4L0 .5L3.5 4V8Z" fill="#b0563f" stroke="#23252a" stroke-width="1"/>',
};
const ccGood = (good) => `<circle r="12.5" fill="${CC_GOODS[good][1]}" stroke="#fff" stroke-width="2"/><text y="6.2" font-size="17.5" font-weight="700" text-anchor="middle" fill="#fff">${CC_GOODS[good][0]}</text>`;
const ccLine = (points, turns, ...strokes) => strokes.map(([colour, width, more = ""]) => `<path d="${ccPath(points, turns)}" fill="none" stroke="${colour}" stroke-width="${width}"${more}/>`).join("");
const CC_DRAWN = {};
/** A tile around 0 0. */
function ccTile(name, turns) {
  if (CC_DRAWN[name + turns]) return CC_DRAWN[name + turns];
  const look = ccLook(name), turned = (point) => ccTurn(point, turns);
  const round = ' stroke-linejoin="round"', ripple = ' stroke-dasharray="7 6"';
  let out = '<rect x="-50" y="-50" width="100" height="100" fill="#d9e5c3"/>';
  if (look.river) out += ccLine(look.river, turns, ["#3f6a8c", 17]);
  for (const [x, y, r] of look.lakes) out += ccAt(turned([x, y]), `<circle r="${r}" fill="#8fb6d4" stroke="#3f6a8c" stroke-width="2"/>`);
  if (look.river) out += ccLine(look.river, turns, ["#8fb6d4", 13.5], ["#fff", 1.6, ripple]);
  for (const [x, y, r] of look.lakes) if (r > 15) out += ccAt(turned([x, y]), '<path d="M-13 -7q4 -4 8 0t8 0t8 0M-15 8q4 -4 8 0t8 0t8 0" fill="none" stroke="#fff" stroke-width="1.6"/>');
  for (const road of look.roads) out += ccLine(road, turns, ["#5f5a52", 10.5], ["#fff", 7]);
  for (const city of look.cities) {
    out += `<path d="${ccPath(city.ring, turns)}Z" fill="#dcb98a"/><path d="${ccBricks(city.ring.map(turned))}" fill="none" stroke="#a07c4c"/>`;
    for (const wall of city.walls) out += ccLine(wall, turns, ["#4a3826", 3.4, round]);
  }
  if (look.village) out += CC_ICONS.village;
  if (look.cloister) out += CC_ICONS.cloister;
  for (const inn of look.inns) out += ccAt(turned(inn), CC_ICONS.inn);
  for (const city of look.cities) {
    if (city.special) out += CC_ICONS.cathedral;
    if (city.shield) out += ccAt(turned(city.badge), CC_ICONS.shield);
    if (city.good) out += ccAt(turned(city.badge), ccGood(city.good));
  }
  out += '<rect x="-50" y="-50" width="100" height="100" fill="none" stroke="#23252a" stroke-opacity="0.3" stroke-width="1"/>';
  return (CC_DRAWN[name + turns] = out);
}

const CC_MEEPLE = "M0 -21C5 -21 7.5 -17.5 7.5 -14C7.5 -11.5 6.8 -9.5 5.8 -7.800C13 -6 20 -2.5 20 2C20 5 17.5 6 15 6L9.5 6C11 10 14 14.5 15.5 18C16 19.6 15 20.5 13.5 20.500L4.5 20.500C3 20.5 2 17 0 14C-2 17 -3 20.5 -4.5 20.500L-13.5 20.500C-15 20.5 -16 19.6 -15.5 18C-14 14.5 -11 10 -9.5 6L-15 6C-17.5 6 -20 5 -20 2C-20 -2.5 -13 -6 -5.8 -7.800C-6.8 -9.5 -7.5 -11.5 -7.5 -14C-7.5 -17.5 -5 -21 0 -21Z";
const CC_SHAPES = {
  follower: CC_MEEPLE,
  big: CC_MEEPLE,
  builder: "M-10.5 21L-9 -6L-15 -6L-15 -10L-10.5 -10C-10.5 -17 -6 -21 0 -21C6 -21 10.5 -17 10.5 -10L15 -10L15 -6L9 -6L10.5 21Z",
  pig: "M-19 -3C-19 -10 -11 -13 -2 -13C3 -13 6 -13 9 -12L14 -17L16 -10C19 -9 20 -7 20.5 -5L24 -5L24 3L20 3C18 7 15 8.5 12.5 9L12.5 17L6.5 17L6 10L-8 10L-8.5 17L-14.5 17L-15 8C-18 5.5 -19 1 -19 -3ZM-19 -4C-22 -5 -24 -8 -21 -10",
};
/** A figure around 0 0: filled where it stands, hollow and on its side where it lies in a field. */
function ccFigure(seat, figure, lies) {
  const colour = CC_SEATS[(seat - 1) % CC_SEATS.length], size = figure === "big" ? 1.32 : 1;
  const shape = `<path d="${CC_SHAPES[figure]}"`, side = lies && figure !== "pig" ? "rotate(-90)" : "";
  const [paper, ink] = lies ? ["#fff", colour] : [colour, "#fff"];
  const inner = figure === "big" ? `${shape} transform="scale(0.8)" fill="none" stroke="${ink}" stroke-width="1.6"/>` : "";
  const body = `${shape} fill="#fff" stroke="#fff" stroke-width="6.5" stroke-linejoin="round"/>${shape} fill="${paper}" stroke="${lies ? colour : "#23252a"}" stroke-width="${lies ? 2.6 : 1}" stroke-linejoin="round"/>${inner}`;
  const [x, y] = figure === "pig" ? [-2, 5] : figure === "builder" ? [0, 13] : lies ? [1, 6.5] : [0, 8];
  return `<g transform="scale(${size})"><g transform="${side}">${body}</g><text x="${x}" y="${y}" font-size="19" font-weight="700" text-anchor="middle" fill="${ink}">${seat}</text></g>`;
}
const ccSmall = (body, size = "1.5rem", box = 28) => `<svg viewBox="${-box} ${-box} ${2 * box} ${2 * box}" style="width:${size};height:${size};flex:none" aria-hidden="true">${body}</svg>`;
const ccCount = (n, word) => `${n} ${word}${n === 1 ? "" : "s"}`;

function ccMap(state, page) {
  const { esc, step } = page, tiles = state.map, last = tiles.length > 1 ? tiles[tiles.length - 1] : null;
  const laid = new Map(tiles.map((tile) => [`${tile.x} ${tile.y}`, tile]));
  const span = (axis, least) => {
    let [low, high] = [Math.min(...tiles.map((t) => t[axis])) - 1, Math.max(...tiles.map((t) => t[axis])) + 1];
    while (high - low + 1 < least) { high++; if (high - low + 1 < least) low--; }
    return [low, high];
  };
  const [west, east] = span("x", 7), [north, south] = span("y", 5);
  const letter = Math.max(15, 2 * Math.max(east - west, south - north)), edge = 1.6 * letter;
  const box = [100 * west - 50 - edge, 100 * north - 50 - edge, 100 * (east - west + 1) + 2 * edge, 100 * (south - north + 1) + 2 * edge];
  let out = "";
  const label = (x, y, text) => `<text x="${x}" y="${y}" font-size="${letter}" text-anchor="middle" fill="#666a72">${text}</text>`;
  for (let x = west; x <= east; x++) for (const y of [box[1] + 1.2 * letter, box[1] + box[3] - 0.45 * letter]) out += label(100 * x, y, x);
  for (let y = north; y <= south; y++) for (const x of [box[0] + 0.5 * edge, box[0] + box[2] - 0.5 * edge]) out += label(x, 100 * y + 0.35 * letter, y);
  // Where the tile in hand may go, and as a ghost where it will: the options as words.py tells them.
  const spots = new Set();
  let ghost = null;
  if (state.tile && step) {
    step.said.forEach((text, i) => {
      const found = text.match(/^place .* at (-?\d+) (-?\d+)(?:, turned (\d))?$/);
      if (!found) return;
      spots.add(`${found[1]} ${found[2]}`);
      if (i === step.chosen) ghost = found.slice(1).map(Number);
    });
  }
  for (const spot of spots) {
    const [x, y] = spot.split(" ").map((v) => 100 * v);
    out += `<rect class="spot" x="${x - 44}" y="${y - 44}" width="88" height="88" rx="8" fill="#fff" stroke="#8b8f97" stroke-width="2.5" stroke-dasharray="9 7"/>`;
  }
  if (ghost) {
    out += `<g class="ghost" transform="translate(${100 * ghost[0]} ${100 * ghost[1]})" opacity="0.45">${ccTile(state.tile, ghost[2] || 0)}</g>`;
    out += `<rect x="${100 * ghost[0] - 48}" y="${100 * ghost[1] - 48}" width="96" height="96" fill="none" stroke="#1d3f66" stroke-width="5" stroke-dasharray="14 9"/>`;
  }
  for (const tile of tiles) {
    out += `<g class="tile" transform="translate(${100 * tile.x} ${100 * tile.y})"><title>${esc(tile.tile)} at ${tile.x} ${tile.y}${tile.rotation ? `, turned ${tile.rotation}` : ""}</title>${ccTile(tile.tile, tile.rotation)}</g>`;
  }
  const size = Math.min(1.3, Math.max(1, Math.max(east - west, south - north) / 12)); // still seen on a large map
  if (last) {
    const frame = `x="${100 * last.x - 50}" y="${100 * last.y - 50}" width="100" height="100" fill="none"`;
    out += `<g class="just-placed"><rect ${frame} stroke="#fff" stroke-width="${(9 * size).toFixed(1)}"/><rect ${frame} stroke="#1d3f66" stroke-width="${(5 * size).toFixed(1)}"/></g>`;
  }
  for (const one of state.figures) {
    const { tile, rotation } = laid.get(`${one.x} ${one.y}`);
    const [x, y] = ccTurn(ccLook(tile).place[one.feature][one.number], rotation);
    const title = `<title>seat ${one.seat}: ${one.figure} on ${one.feature === "field" ? "field" : `the ${one.feature}`} at ${one.x} ${one.y}</title>`;
    out += `<g class="figure" data-seat="${one.seat}" transform="translate(${(100 * one.x + x).toFixed(1)} ${(100 * one.y + y).toFixed(1)}) scale(${size.toFixed(2)})">${title}${ccFigure(one.seat, one.figure, one.feature === "field")}</g>`;
  }
  return `<svg class="map" viewBox="${box.map((v) => v.toFixed(1)).join(" ")}" role="img" aria-label="The map: ${ccCount(tiles.length, "tile")}, ${ccCount(state.figures.length, "figure")}">${out}</svg>`;
}

function ccLegend(state) {
  const names = new Set([...state.map.map((tile) => tile.tile), ...state.stack, ...state.river_stack, ...state.left_game]);
  const parts = [...names].flatMap((name) => DRAWING[name].parts), has = (test) => parts.some(test);
  const entry = (body, text, box) => `<span>${ccSmall(body, "1.3rem", box)}${text}</span>`;
  const frame = (more) => `<rect x="-20" y="-20" width="40" height="40" fill="none" ${more}/>`;
  const supply = (figure) => state.figures.some((one) => one.figure === figure) || state.seats.some((seat) => seat.supply[figure]);
  return [
    entry(ccFigure(1, "follower", false), "stands on a road, city or cloister"),
    entry(ccFigure(1, "follower", true), "lies in a field"),
    supply("big") && entry(ccFigure(1, "big", false), "big follower"),
    supply("builder") && entry(ccFigure(1, "builder", false), "builder"),
    supply("pig") && entry(ccFigure(1, "pig", true), "pig"),
    has((one) => one.shield) && entry(CC_ICONS.shield, "shield", 17),
    has((one) => one.sort === "cloister") && entry(CC_ICONS.cloister, "cloister"),
    entry(CC_ICONS.village, "village, where roads end", 15),
    has((one) => one.sort === "road" && one.special) && entry(CC_ICONS.inn, "inn", 16),
    has((one) => one.sort === "city" && one.special) && entry(CC_ICONS.cathedral, "cathedral"),
    ...Object.keys(CC_GOODS).map((good) => has((one) => one.good === good) && entry(ccGood(good), good, 16)),
    entry(frame('stroke="#1d3f66" stroke-width="6"'), "just placed"),
    entry(frame('stroke="#8b8f97" stroke-width="4" stroke-dasharray="9 6"'), "the tile in hand may go there"),
    entry(frame('stroke="#1d3f66" stroke-width="6" stroke-dasharray="11 7"'), "and goes there"),
  ].filter(Boolean).join("");
}

function draw(state, page) {
  const { esc, score, names } = page;
  const seats = state.seats.map((seat, i) => {
    const figures = Object.entries(seat.supply).filter(([figure, n]) => n || state.figures.some((one) => one.seat === i + 1 && one.figure === figure))
      .map(([figure, n]) => `<span class="${n ? "" : "none"}" title="${figure}: ${n} left">${ccSmall(ccFigure(i + 1, figure, false), "1.6rem", 30)}${n}</span>`).join("");
    const goods = Object.entries(seat.goods).filter(([, n]) => n).map(([good, n]) => `<span title="${good}">${ccSmall(ccGood(good), "1.2rem", 14)}${n}</span>`).join("");
    const why = Object.entries(seat.points).filter(([, n]) => n).map(([k, n]) => `${k.replaceAll("_", " ")} ${n}`).join(", ") || "no points yet";
    return `<div class="seat${state.seat === i + 1 ? " turn" : ""}"><header><strong>${i + 1} ${esc(names[i])}</strong><span class="pts" data-seat="${i + 1}">${score(seat)}</span></header>
<div class="row">${figures || '<span class="none">no figures left</span>'}</div>${goods ? `<div class="row">${goods}</div>` : ""}<div class="why">${why}</div></div>`;
  }).join("");
  const left = state.stack.length + state.river_stack.length;
  const last = state.map[state.map.length - 1];
  const [title, told] = state.over ? ["The game is over", ""]
    : state.tile ? [`In hand: ${esc(state.tile)}`, `seat ${state.seat} places it`]
    : state.pending[0] === "deploy" ? [`Placed: ${esc(last.tile)}`, `seat ${state.seat} may deploy a figure`] : ["No tile drawn yet", ""];
  const hand = state.tile ? ccTile(state.tile, 0) : state.pending[0] === "deploy" ? ccTile(last.tile, last.rotation) : "";
  const gone = state.left_game.length ? `<br>left the game: ${state.left_game.map(esc).join(", ")}` : "";
  const part = state.part > 1 ? ", second tile" : "";
  return `${CC_STYLE}<div class="cc"><div class="top"><div class="hand">${hand && `<svg viewBox="-52 -52 104 104" role="img" aria-label="${title}">${hand}</svg>`}
<div><h3>Turn ${state.turn}${part}</h3><p><strong>${title}</strong></p><p class="why">${told ? `${told}<br>` : ""}${ccCount(left, "tile")} left${state.river_stack.length ? ` (river ${state.river_stack.length})` : ""}${gone}</p></div></div>${seats}</div>
${ccMap(state, page)}<div class="legend">${ccLegend(state)}</div></div>`;
}
