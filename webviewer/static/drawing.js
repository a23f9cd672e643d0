// Elements of a page that changes: drawing them again touches only what differs, so that buttons being pressed and fields being filled in stay.

/** Return a new element with attributes and children, which are texts or elements. */
export const make = (name, attributes = {}, ...children) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made[key] = value;
    else if (value !== false && value != null) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.filter((each) => each != null));
  return made;
};

/** Elements that are made once and updated by other code: `put` never changes them. */
const kept = new WeakSet();
export const keep = (element) => {
  kept.add(element);
  return element;
};

/** Give an element these children. Children of the same kind that it has already are changed in place instead of replaced. */
export const put = (parent, children) => {
  let place = parent.firstChild;
  const drop = () => {
    const gone = place;
    place = place.nextSibling;
    gone.remove();
  };
  for (const child of children.filter((each) => each != null)) {
    const made = typeof child === "string" ? document.createTextNode(child) : child;
    if (place && place !== made && !place.isEqualNode(made) && place.nextSibling?.isEqualNode(made)) drop();
    if (place && (place === made || become(place, made))) place = place.nextSibling;
    else parent.insertBefore(made, place);
  }
  while (place) drop();
};

/** Change `old` to equal `made`; return false if that is not possible. A button never becomes another button, because a finger may be on it. */
const become = (old, made) => {
  if (old.nodeName !== made.nodeName || kept.has(old) || kept.has(made)) return false;
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== made.data) old.data = made.data;
    return true;
  }
  if (old.nodeName === "BUTTON" && (old.dataset.key !== made.dataset.key || said(old) !== said(made))) return false;
  for (const { name } of [...old.attributes]) if (!made.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of made.attributes) give(old, name, value);
  old.onclick = made.onclick;
  put(old, [...made.childNodes]);
  return true;
};

/** Return the words that identify a button, without words that are added later, such as an amount. */
const said = (button) => button.dataset.says ?? button.textContent;

/** Set an attribute of an element, unless it has the value already. */
export const give = (element, name, value) => {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
};
