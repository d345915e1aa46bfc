// Hints by the coach in this browser. The page sends the result to the server, which renders it like its own hints. If
// the coach fails, the server computes the hints.
import { find, need } from "../design/elements.js";
import { isKept, OwnCoach } from "./own_coach.js";

/** @type {OwnCoach | undefined} */
let coach;
let isOwn = false;
let answered = "";

/** @param {HTMLElement} advice */
async function computeHint({ dataset }) {
  coach ??= new OwnCoach();
  const told = { view: dataset.view, about: dataset.about, language: document.documentElement.lang };
  return JSON.parse(await coach.ask("advice_json", told));
}

async function answer() {
  const board = need(document, "#board");
  const advice = find(board, ".advice[data-view]");
  const { number = "" } = board.dataset;
  const asked = `${number} ${advice?.dataset.about}`;
  if (!isOwn || !advice || asked === answered) return;
  answered = asked;
  try {
    const body = new URLSearchParams({ number, about: advice.dataset.about ?? "", ...(await computeHint(advice)) });
    body.set("csrfmiddlewaretoken", need(board, "[name=csrfmiddlewaretoken]", HTMLInputElement).value);
    const reply = await fetch(advice.dataset.answer ?? "", { method: "POST", body });
    if (reply.ok) htmx.trigger(need(document, "#board"), "moved");
  } catch (error) {
    console.warn("no hints in this browser:", error);
    isOwn = false;
    coach?.end();
  }
}

document.body.addEventListener("htmx:configRequest", ({ detail }) => {
  if (isOwn && detail.path.includes("hint=")) detail.parameters.own = "1";
});
document.body.addEventListener("htmx:afterSettle", answer);
isOwn = Boolean(await isKept());
