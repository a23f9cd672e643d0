// What the first view of a step does not need: it is fetchPage for when it is wanted, and is given what it works with.

/** Where the rest is of a document that does not tell all: beside it. */
const rest = (from, later) => from.replace(/[^/?]*(?=\?|$)/, later);

const WAYS = ["v", "h", "r"];
/** Asks for the views that keys lead to, so that they are there when the network is not. */
export const foresee = async ({ fetchPage, views, view, now }) => {
  const mine = now().root;
  for (const key of WAYS) {
    let next = mine.querySelector(`[data-key=${key}]`)?.href;
    while (next && mine === now().root && !views.has(view(next))) {
      const parsed = new DOMParser().parseFromString((await fetchPage(next)).text, "text/html");
      const page = /** @type {HTMLElement} */ (parsed.querySelector("#record"));
      const { later } = JSON.parse((await fetchPage(page.dataset.steps)).text);
      if (later) await fetchPage(rest(page.dataset.steps, later));
      next = page.querySelector(`[data-key=${key}]`)?.getAttribute("href");
    }
  }
};

/** Takes what comes by itself, since finding it takes long: parts whose boxes stay empty until it is there. */
export const complete = async ({ fetchPage, fillForm, addPart, showPart, now }) => {
  const { root, steps } = now();
  const { first, forms, pieces, texts } = JSON.parse((await fetchPage(rest(root.dataset.steps, steps.later))).text);
  if (now().steps !== steps) return;
  forms.forEach((form, i) => (steps.forms[first + i] = form));
  pieces.forEach(([form, ...names], i) => (steps.drawn[first + i] = fillForm(form, names)));
  steps.texts = texts;
  for (const box of steps.awaited.splice(0)) {
    const part = addPart(box, box.dataset.part);
    part.number = -1;
    showPart(part, now().step);
  }
};

/**
 * Where something is hidden the page tells of no later step: what it tells grows, and is fetched when steps have
 * come to rest.
 */
export const learn = async ({ address, gather, scrollTranscript, now }) => {
  const { root, step } = now();
  const answer = await fetch(address(step));
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (root !== now().root || step !== now().step || !answer.ok) return;
  const grown = fresh.querySelectorAll("#record [data-grows]");
  root.querySelectorAll("[data-grows]").forEach((old, i) => grown[i] && old.replaceWith(grown[i]));
  gather();
  scrollTranscript();
};
