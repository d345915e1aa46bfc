// Evening in the URL's fragment, from a QR code. The page asks how to use it.
import { need } from "../design/elements.js";

const FRAGMENT = "#evening=";
const form = need(document, "form.received", HTMLFormElement);

function open() {
  if (!location.hash.startsWith(FRAGMENT)) return;
  need(form, "[name=packed]", HTMLInputElement).value = location.hash.slice(FRAGMENT.length);
  history.replaceState(history.state, "", location.pathname);
  form.submit();
}

addEventListener("hashchange", open);
open();
