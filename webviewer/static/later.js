// Functions that the first view of a step does not need. They are loaded when needed, and get what they work with as arguments.

/** Return the address of a document's second part, which has the name `later` in the same folder. */
const rest = (from, later) => from.replace(/[^/?]*(?=\?|$)/, later);

const WAYS = ["v", "h", "r"];
/** Fetch the views that keys lead to, so that they work without a network. */
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

/** Fetch the parts that take the server long, and fill their boxes, which are empty until then. */
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
 * Fetch the parts of the page that grow from step to step, once the reader rests. If a part is hidden, the page
 * contains nothing about later steps.
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
