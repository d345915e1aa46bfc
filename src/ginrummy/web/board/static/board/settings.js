// Settings at the table. A change applies at once and is saved on the server.
import { all, find, need } from "../design/elements.js";
import { ask, readPage } from "../tables/requests.js";
import "./key_fields.js";

const form = need(document, "#table-settings form", HTMLFormElement);
const complaint = () => need(form, ".refused");

/** @param {HTMLInputElement} field */
function apply(field) {
  const page = document.documentElement.dataset;
  if (field.type === "radio") page[field.name] = field.value;
  else page.keys = all(form, "[name^='key-']", HTMLInputElement).map((one) => one.value.toUpperCase()).join("");
}

/** Save the form, then reload the board, because faces and backs are server-rendered. */
async function keep() {
  const answer = await ask(form.action, { method: "POST", body: new FormData(form), redirect: "manual" });
  if (!answer) return;
  const isRefused = answer.status >= 400;
  complaint().textContent = isRefused
    ? (find((await readPage(answer)).page, ".error")?.textContent ?? "")
    : "";
  const board = find(document, "#board");
  if (!isRefused && board) htmx.trigger(board, "moved");
}

/** @param {string} wish */
function setSound(wish) {
  const field = need(form, `[name=sound][value=${wish}]`, HTMLInputElement);
  field.checked = true;
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

let volume = "quiet";
/** Mute the table, or restore the previous volume. */
export function toggleSound() {
  const { sound = "off" } = document.documentElement.dataset;
  if (sound !== "off") volume = sound;
  setSound(sound === "off" ? volume : "off");
}
form.addEventListener("change", (event) => {
  if (!(event.target instanceof HTMLInputElement)) return;
  apply(event.target);
  keep();
});
