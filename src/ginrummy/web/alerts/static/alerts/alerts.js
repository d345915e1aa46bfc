// Button that requests permission for push alerts. It never asks before it is pressed.
import { all, find, need } from "../design/elements.js";
import { ask } from "../tables/requests.js";
import { registered } from "./pages_worker.js";

const canShow = "Notification" in window && "PushManager" in window && Boolean(navigator.serviceWorker);
const isApple = /iPhone|iPad/.test(navigator.userAgent);

/** @param {string} text */
const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (sign) => sign.charCodeAt(0));

/** @param {string} key */
async function subscription(key) {
  await registered();
  const { pushManager } = await navigator.serviceWorker.ready;
  const wanted = { userVisibleOnly: true, applicationServerKey: bytes(key) };
  try {
    return await pushManager.subscribe(wanted);
  } catch {
    await (await pushManager.getSubscription())?.unsubscribe(); // the existing subscription belongs to another server key
    return pushManager.subscribe(wanted);
  }
}

/**
 * Subscribe at the browser's push service and at the server. Return whether both succeeded.
 * @param {HTMLFormElement} form
 */
async function subscribe(form) {
  if ((await Notification.requestPermission()) !== "granted") return false;
  const { endpoint = "", keys = {} } = (await subscription(form.dataset.pushKey ?? "")).toJSON();
  const body = new FormData(form);
  for (const [name, value] of Object.entries({ endpoint, key: keys["p256dh"] ?? "", auth: keys["auth"] ?? "", zone: zone() })) {
    body.set(name, value);
  }
  const isDone = (await ask(form.action, { method: "POST", body }))?.ok ?? false;
  if (isDone && body.getAll("kind").includes("turn")) localStorage.setItem("notify", "on"); // even in a background tab
  return isDone;
}

const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** @param {HTMLFormElement} form */
function offer(form) {
  const { reload, done = "", refused = "", impossible = "", home = "" } = form.dataset;
  const status = need(form, "[role=status]");
  const button = need(form, "button", HTMLButtonElement);
  if (!canShow) status.textContent = isApple ? home : impossible;
  else if (Notification.permission !== "denied") button.hidden = false;
  else if (impossible) status.textContent = refused;
  form.hidden = button.hidden && !status.textContent;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    button.disabled = true;
    const isDone = await subscribe(form).catch(() => false);
    button.disabled = false;
    if (isDone && reload !== undefined) return location.reload();
    button.hidden = isDone;
    status.textContent = isDone ? done : refused;
  });
}

/** The offers whose button has a listener. @type {WeakSet<HTMLFormElement>} */
const known = new WeakSet();

function offerAll() {
  for (const form of all(document, "form[data-push-key]", HTMLFormElement)) {
    if (!known.has(form)) offer(form);
    known.add(form);
  }
}

offerAll();
for (const change of ["htmx:afterSettle", "renewed"]) document.body.addEventListener(change, offerAll);

const place = find(document, "[name=zone]", HTMLInputElement);
if (place && !place.value) place.value = zone();
