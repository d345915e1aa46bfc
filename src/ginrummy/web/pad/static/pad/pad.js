// Page of the score pad: reads the form, saves the ledger in this browser, renders the sheet.
import { all, need } from "../design/elements.js";
import { applyEdit, redoEdit, undoEdit } from "./history.js";
import * as law from "./law.js";
import { KINDS_WITHOUT_SEAT, asText, computeSheet, kindOf, refusalOf } from "./ledger.js";

/** @template T @typedef {import("./history.js").EditHistory<T>} EditHistory */
/** @typedef {import("./law.js").Variant} Variant */
/** @typedef {import("./ledger.js").Hand} Hand */
/** @typedef {import("./ledger.js").Refused} Refused */
/** @typedef {ReturnType<typeof computeSheet>} Computed */
/** @typedef {{ title: string, row: Variant, rules: string }} House House rules; `rules` is their line in a ledger. */
/** @typedef {{ variant: string, house: House | null, players: [string, string], dealer: number, hands: Hand[] }} Ledger */
/**
 * Texts of the page, from `views.words`.
 * @typedef {Record<string, string> & {
 *   kinds: string[], items: Record<string, string>, faults: Record<number, string>, nameless: [string, string],
 * }} Words
 */
/** @typedef {{ variant: HTMLSelectElement, first: HTMLInputElement, second: HTMLInputElement, dealer: HTMLSelectElement }} Game */
/**
 * Fields of a hand: how it ended, who ended it, two numbers, whether a spade was turned up.
 * @typedef {object} Fields
 * @property {RadioNodeList} how
 * @property {RadioNodeList} seat
 * @property {HTMLInputElement} own
 * @property {HTMLInputElement} other
 * @property {HTMLInputElement} spade
 */

const PATIENCE = 15_000;
const KEY = "ginrummy.pad";
const pad = need(document, "#pad");
/** @type {Words} */
const words = JSON.parse(pad.dataset.words ?? "");
const gameForm = need(pad, "form.game", HTMLFormElement);
const game = /** @type {Game} */ (/** @type {unknown} */ (gameForm.elements));
const hand = need(pad, "form.hand", HTMLFormElement);
const fields = /** @type {Fields} */ (/** @type {unknown} */ (hand.elements));
/** @param {string} selector */
const find = (selector) => need(pad, selector);
/** @param {string} selector */
const button = (selector) => need(pad, selector, HTMLButtonElement);
/** @type {(pattern: string, values: Record<string, unknown>) => string} */
const text = (pattern, values) => pattern.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
/**
 * Return a new element with its content.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {string | Node | (string | Node)[]} content
 * @param {Partial<HTMLElementTagNameMap[K]>} settings
 */
const element = (tag, content = "", settings = {}) => {
  const made = Object.assign(document.createElement(tag), settings);
  made.append(...[content].flat());
  return made;
};

/** @param {Hand} hand */
const isHand = ({ how, seat, own, other }) =>
  [how, seat, own, other].every(Number.isSafeInteger) && (seat === 0 || seat === 1) && how >= 0 && how < words.kinds.length;

const HOUSE = "house";
const FIELDS = Object.keys(law.PRESETS.standard.row);
/** @param {Record<string, unknown> | undefined} row */
const isRow = (row) => FIELDS.every((field) => Number.isSafeInteger(row?.[field]));
/** @param {{ variant: string, house: House | null }} ledger */
const isKnown = ({ variant, house }) => Object.hasOwn(law.PRESETS, variant) || (variant === HOUSE && isRow(house?.row));

/**
 * Return the text of a file of house rules, which earlier versions stored, on one line.
 * @param {string} file
 */
const onOneLine = (file) => `{ ${file.split("\n\n")[0].trim().replaceAll("\n", ", ")} }`;

/** @type {Ledger} */
const BLANK = { variant: "standard", house: null, players: ["", ""], dealer: law.NOBODY, hands: [] };

/**
 * Return the stored ledger, null if it is invalid.
 * @param {any} found
 * @returns {Ledger | null}
 */
function ledgerIn(found) {
  try {
    const { variant, house, players, dealer, hands } = { ...BLANK, ...found };
    const named = players.length === 2 && players.every((/** @type {unknown} */ name) => typeof name === "string");
    const fine = isKnown({ variant, house }) && named && [law.NOBODY, 0, 1].includes(dealer);
    if (house) house.rules ??= onOneLine(house.file);
    return fine ? { variant, house, players, dealer, hands: hands.filter(isHand) } : null;
  } catch {
    return null;
  }
}

/** @returns {EditHistory<Ledger>} */
function storedEdits() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    const [now, past, future] = [ledgerIn(found) ?? BLANK, (found.past ?? []).map(ledgerIn), (found.future ?? []).map(ledgerIn)];
    return [...past, ...future].every(Boolean) ? { now, past, future } : { now, past: [], future: [] };
  } catch {
    return { now: BLANK, past: [], future: [] };
  }
}

let edits = storedEdits();
let ledger = edits.now;
let corrected = -1;
let isOver = false;
/** Whether the deadwood is compared when the stock runs out. */
let isCompared = false;
/** Seat to which the first number belongs. */
let owner = 0;

const row = () => (ledger.variant === HOUSE && ledger.house ? ledger.house : law.PRESETS[ledger.variant]).row;
const names = () => ledger.players.map((name, seat) => name || words.nameless[seat]);

/** Save the ledger in this browser, with as many undo steps as fit. */
function keep() {
  let { past, future } = edits;
  for (;;) {
    try {
      return localStorage.setItem(KEY, JSON.stringify({ ...ledger, past, future }));
    } catch (error) {
      if (past.length + future.length === 0) throw error;
      [past, future] = [past.slice(Math.ceil(past.length / 2)), []];
    }
  }
}

/** @param {HTMLElement} field */
const labelOf = (field) => /** @type {HTMLLabelElement} */ (field.closest("label"));

/** Return the seat whose deadwood is the first number. */
const firstSeat = () => (KINDS_WITHOUT_SEAT.includes(Number(fields.how.value)) ? 0 : Number(fields.seat.value));

function typedEntry() {
  const how = Number(fields.how.value);
  /** @param {HTMLInputElement} field */
  const number = (field) => (labelOf(field).hidden ? 0 : Number(field.value || 0));
  const { own, other, spade } = fields;
  return { how, seat: firstSeat(), own: number(own), other: number(other), spade: spade.checked && row().spade_double !== 0 };
}

/** Show the fields that the variant needs. */
function offer() {
  isCompared = kindOf(row(), { how: law.WALL_COMPARE, seat: 0, own: 0, other: 1, spade: false }) === law.WALL_COMPARE;
  find(".spade").hidden = row().spade_double === 0;
  all(hand, "[name=how]", HTMLInputElement).forEach((one) => {
    const how = Number(one.value);
    const least = { how, seat: 0, own: how === law.KNOCK ? 1 : 0, other: 0, spade: false };
    labelOf(one).hidden = [law.KNOCK, law.BIG_GIN].includes(how) && refusalOf(row(), least) !== null;
  });
}

function showQuestions() {
  const how = Number(fields.how.value);
  const titles = how === law.POINTS ? [words.points, words.extra] : [firstSeat(), 1 - firstSeat()].map((one) => text(words.own, { name: names()[one] }));
  const nothing = how === law.VOID || (how === law.WALL_COMPARE && !isCompared);
  const shown = [
    !nothing && how !== law.GIN && how !== law.BIG_GIN,
    !nothing && (how !== law.POINTS || row().extra_value >= 0),
  ];
  [".own", ".other"].forEach((selector, place) => {
    find(selector).hidden = !shown[place];
    need(pad, `${selector} input`, HTMLInputElement).required = shown[place] && (place === 0 || how !== law.POINTS);
    find(`${selector} span`).textContent = titles[place];
  });
  find(".who").hidden = KINDS_WITHOUT_SEAT.includes(how);
  find(".write").textContent = corrected < 0 ? words.write : text(words.anew, { number: corrected + 1 });
  button(".write").disabled = isOver && corrected < 0;
  find(".what").textContent = text("{hand} {number}", { hand: words.hand, number: (corrected < 0 ? ledger.hands.length : corrected) + 1 });
  find(".never").hidden = corrected < 0;
}

function heading() {
  const columns = row().columns;
  /** @param {string} name */
  const named = (name) => element("th", element("span", name, { className: "who", title: name }), { scope: "col", className: "name" });
  const pairs = Array.from({ length: columns }, () => names().map(named)).flat();
  const first = element("th", words.hand, { scope: "col", rowSpan: columns > 1 ? 2 : 1 });
  const extra = row().extra_value >= 0 ? [element("th", words.extra, { scope: "col", className: "extra", rowSpan: first.rowSpan })] : [];
  if (columns === 1) return [element("tr", [first, ...pairs, ...extra])];
  const groups = Array.from({ length: columns }, (_, number) =>
    element("th", text(words.column, { number: number + 1 }), { scope: "colgroup", colSpan: 2 }));
  return [element("tr", [first, ...groups, ...extra]), element("tr", pairs)];
}

/**
 * @param {Computed["lines"][number]} line
 * @param {number} place
 */
function lineOf(line, place) {
  const { how } = ledger.hands[place];
  const number = place + 1;
  const cells = [];
  const title = element("th", `${number}. ${words.kinds[line.score ? line.score.kind : how]} `, { scope: "row" });
  if (!line.score) {
    cells.push(element("td", line.late ? words.after : wrong(line, ledger.hands[place]), { className: "wrong", colSpan: width() }));
  } else {
    const { score, marks, boxes } = line;
    if (score.points) title.append(element("b", `+${score.points}`));
    for (const mark of marks.slice(0, 2 * row().columns)) {
      cells.push(element("td", mark === law.BLANK ? "" : [String(mark), ...boxesOf(row().box_bonus ? boxes : 0)]));
    }
    if (row().extra_value >= 0) cells.push(element("td", String(score.extra_coups || "")));
  }
  /** @type {(sign: string, word: string, spoken: string, does: (place: number) => void) => HTMLButtonElement} */
  const editButton = (sign, word, spoken, does) => {
    const made = element("button", sign, { type: "button", title: word, onclick: () => does(place) });
    made.setAttribute("aria-label", text(spoken, { number }));
    return made;
  };
  const buttons = [editButton("✎", words.correct, words.correct_hand, correct), editButton("✕", words.strike, words.strike_hand, strike)];
  title.append(element("span", buttons, { className: "edit" }));
  return element("tr", [title, ...cells], { className: `${line.score && line.endsManche ? "manche" : ""} ${place === corrected ? "open" : ""}` });
}

/** @param {number} count */
const boxesOf = (count) => Array.from({ length: count }, () => element("span", "", { className: "box" }));
const width = () => 2 * row().columns + (row().extra_value >= 0 ? 1 : 0);

/** @param {Computed["sums"][number]} sum */
function sumsOf(sum) {
  const head = element("tr", [element("td"), ...names().map((name) => element("th", name, { scope: "col" }))]);
  const lines = sum.items.map(([name, amounts]) =>
    element("tr", [element("th", words.items[name] ?? words[name], { scope: "row" }), ...amounts.map((amount) => element("td", String(amount)))]));
  return element("table", [element("caption", text(words[sum.kind], sum)), head, ...lines]);
}

/** @param {Computed} found */
function stateOf(found) {
  if (isOver) {
    if (found.winner === law.NOBODY) return words.drawn;
    return text(found.hasManches ? words.won_partie : words.won, { name: names()[found.winner] });
  }
  return found.dealer === law.NOBODY ? "" : text(words.deals, { name: names()[found.dealer] });
}

function show() {
  const found = computeSheet(row(), ledger.hands, ledger.dealer);
  isOver = found.isOver;
  const lines = found.lines.map(lineOf);
  if (!lines.length) lines.push(element("tr", element("td", words.empty, { colSpan: width() + 1 })));
  const totals = names().map((title, seat) => text(words.pair, { title, value: found.totals[seat] })).join(" · ");
  find(".lines").replaceChildren(element("thead", heading()), element("tbody", lines));
  find(".sheet").classList.toggle("wide", row().columns > 1);
  find(".totals").replaceChildren(`${found.hasManches ? words.partie : words.total} `, element("b", totals));
  const rubber = found.rubber !== law.NOBODY && row().rubber_bonus ? [element("p", text(words.pair, { title: words.rubber, value: `${names()[found.rubber]} +${row().rubber_bonus}` }))] : [];
  const isBoxed = row().box_bonus !== 0 && found.lines.some((line) => line.score && line.boxes > 0);
  find(".legend").replaceChildren(...(isBoxed ? [...boxesOf(1), " ", text(words.boxes[row().boxes_to], { points: row().box_bonus })] : []));
  find(".sums").replaceChildren(...found.sums.map(sumsOf), ...rubber);
  const played = { ...ledger, variant: ledger.variant === HOUSE && ledger.house ? ledger.house.rules : ledger.variant };
  find(".text pre").textContent = asText(played);
  need(pad, ".share [name=text]", HTMLInputElement).value = asText({ ...played, players: names() });
  find(".state").textContent = stateOf(found);
  button(".clear").disabled = ledger.hands.length === 0;
  button(".undo").disabled = edits.past.length === 0;
  button(".redo").disabled = edits.future.length === 0;
  all(hand, ".who span").forEach((place, seat) => (place.textContent = names()[seat]));
  /** @type {[number, string][]} */
  const dealers = [[law.NOBODY, words.unknown], ...names().map((name, seat) => /** @type {[number, string]} */ ([seat, name]))];
  game.dealer.replaceChildren(...dealers.map(([value, title]) => new Option(title, String(value), false, value === ledger.dealer)));
  offer();
  showQuestions();
}

/** @type {(refused: Refused, hand: Hand) => string} what is wrong with a hand */
const wrong = ({ fault, limit }, { own, other }) => text(words.faults[fault], { limit, deadwood: Math.max(own, other) });

/**
 * Show another state of the history and save it.
 * @param {EditHistory<Ledger>} next
 */
function turn(next) {
  [edits, ledger] = [next, next.now];
  if (corrected >= ledger.hands.length) blank();
  showGame();
  show();
  keep();
}

/** @param {Partial<Ledger>} change */
const edit = (change) => turn(applyEdit(edits, { ...ledger, ...change }));

/**
 * Replace `count` hands from `place` on with `written`.
 * @param {number} place
 * @param {number} count
 * @param {Hand[]} written
 */
function write(place, count, ...written) {
  blank();
  edit({ hands: [...ledger.hands.slice(0, place), ...written, ...ledger.hands.slice(place + count)] });
}

/** @param {number} place */
function correct(place) {
  corrected = place;
  const { how, seat, own, other, spade } = ledger.hands[place];
  fields.spade.checked = spade;
  fields.how.value = String(how);
  fields.seat.value = String(seat);
  fields.own.value = String(own);
  fields.other.value = String(other);
  owner = firstSeat();
  find(".hand .error").textContent = "";
  show();
  hand.scrollIntoView({ block: "nearest" });
  need(hand, "input:checked").focus();
}

function blank() {
  corrected = -1;
  hand.reset();
  owner = firstSeat();
  find(".hand .error").textContent = "";
}

/** Update the form. A refused hand stays for correction, and a number stays with its player. */
function refreshForm() {
  find(".hand .error").textContent = "";
  const { how, own, other } = fields;
  if (owner !== firstSeat() && Number(how.value) !== law.POINTS) [own.value, other.value] = [other.value, own.value];
  owner = firstSeat();
  showQuestions();
}

/** @param {number} place */
const strike = (place) => write(place, 1);

hand.addEventListener("input", refreshForm);
// A tap on the winner focuses the first number. Keys stay with the choices.
find(".who").addEventListener("click", ({ target }) => {
  if (!(target instanceof HTMLInputElement) || target.matches(":focus-visible")) return;
  all(hand, ".numbers label:not([hidden]) input", HTMLInputElement)[0]?.focus();
});
hand.addEventListener("submit", (event) => {
  event.preventDefault();
  const entry = typedEntry();
  const refused = refusalOf(row(), entry);
  find(".hand .error").textContent = refused ? wrong(refused, entry) : "";
  if (refused) return;
  if (corrected < 0) write(ledger.hands.length, 0, entry);
  else write(corrected, 1, entry);
});
find(".never").addEventListener("click", () => { blank(); show(); });
find(".clear").addEventListener("click", () => {
  if (confirm(words.clear)) write(0, ledger.hands.length);
});
for (const [name, turned] of /** @type {const} */ ([[".undo", undoEdit], [".redo", redoEdit]])) {
  find(name).addEventListener("click", () => {
    if (corrected >= 0) blank();
    turn(turned(edits));
  });
}
addEventListener("storage", ({ key }) => {
  if (key !== KEY) return;
  edits = storedEdits();
  ledger = edits.now;
  if (corrected >= 0) blank();
  showGame();
  show();
});
gameForm.addEventListener("submit", (event) => event.preventDefault());
gameForm.addEventListener("change", () => {
  edit({ variant: game.variant.value, players: [game.first.value.trim(), game.second.value.trim()], dealer: Number(game.dealer.value) });
});

/** Show the name of the game and the players' names. House rules, if any, are listed before the presets. */
function showGame() {
  game.variant.querySelector(`[value=${HOUSE}]`)?.remove();
  if (ledger.house) game.variant.prepend(new Option(ledger.house.title, HOUSE));
  game.variant.value = ledger.variant;
  [game.first.value, game.second.value] = ledger.players;
}

/**
 * Send house rules to the server, which validates them like a file. Keep score by them.
 * @param {HTMLFormElement} form
 */
async function playBy(form) {
  const complaint = need(form, ".error");
  complaint.textContent = "";
  const signal = AbortSignal.timeout(PATIENCE);
  const request = fetch(form.action, { method: "POST", body: new FormData(form), signal });
  const reply = await request.then((answer) => answer.json()).catch(() => ({ told: words.offline }));
  if (reply.told) return (complaint.textContent = reply.told);
  const { preset, title, row, rules } = reply;
  edit(preset ? { variant: preset } : { variant: HOUSE, house: { title, row, rules } });
  need(pad, "details.house", HTMLDetailsElement).open = false;
}

const house = need(pad, ".house form", HTMLFormElement);
const rules = need(house, "[name=rules]", HTMLTextAreaElement);
house.addEventListener("submit", (event) => {
  event.preventDefault();
  playBy(house);
});
showGame();
show();
pad.hidden = false;
if (ledger.hands.length) button(".write").scrollIntoView({ block: "nearest" });
const wished = location.hash.slice(1);
if (wished) {
  history.replaceState(null, "", location.pathname);
  if (Object.hasOwn(law.PRESETS, wished)) edit({ variant: wished });
  else rules.value = wished;
  if (rules.value) playBy(house);
}
const { worker } = pad.dataset;
if (worker && "serviceWorker" in navigator) {
  navigator.serviceWorker.register(worker, { updateViaCache: "none" });
  navigator.serviceWorker.ready.then(({ active }) => active?.postMessage("keep the pad"));
}
