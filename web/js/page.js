// Finding one's way in the page.

/**
 * The element that a selector finds; it has to be there.
 * @template {Element} [E=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} [within]
 * @returns {E}
 */
export function find(selector, within = document) {
  const found = within.querySelector(selector);
  if (found === null) throw new Error(`the page has no ${selector}`);
  return /** @type {E} */ (/** @type {unknown} */ (found));
}

/**
 * The element that a selector finds, if there is one.
 * @template {Element} [E=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} [within]
 * @returns {E | null}
 */
export function seek(selector, within = document) {
  return /** @type {E | null} */ (/** @type {unknown} */ (within.querySelector(selector)));
}

/**
 * Everything that a selector finds.
 * @template {Element} [E=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} [within]
 * @returns {E[]}
 */
export function findAll(selector, within = document) {
  return /** @type {E[]} */ (/** @type {unknown} */ ([...within.querySelectorAll(selector)]));
}

/**
 * Sets or takes away a mark on an element.
 * @param {HTMLElement} element
 * @param {string} name
 * @param {boolean} isSet
 */
export function mark(element, name, isSet) {
  if (isSet) element.dataset[name] = 'yes';
  else delete element.dataset[name];
}

/**
 * A copy of what a template holds.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function copyOf(id) {
  const template = /** @type {HTMLTemplateElement} */ (find(`#${id}`));
  return /** @type {HTMLElement} */ (/** @type {HTMLElement} */ (template.content.firstElementChild).cloneNode(true));
}

/**
 * Draws something anew, and gives the focus back to what has the same name (`data-node`) there as what had it.
 * @param {HTMLElement} place
 * @param {() => void} draw
 */
export function keepingFocus(place, draw) {
  const focused = document.activeElement;
  const name = focused instanceof HTMLElement && place.contains(focused) ? focused.dataset.node : undefined;
  draw();
  if (name !== undefined) seek(`[data-node="${name}"]`, place)?.focus({ preventScroll: true });
}

/**
 * Puts a text on the clipboard and says so on the button that asked for it. Where no way to do it works, the text is shown
 * and selected.
 * @param {string} text
 * @param {HTMLElement} button
 * @param {HTMLInputElement} [field] where the text stands already
 */
export async function copy(text, button, field) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without TLS there is no clipboard to write to; what is selected can be copied all the same.
    if (!isSelectionCopied(field ?? fieldBehind(button, text))) return;
  }
  for (const shown of findAll('.to-copy', button.parentElement ?? button)) shown.remove();
  button.focus();
  const label = [...button.childNodes];
  // Who clicks again at once is told again, and the label is still known.
  if (label.length === 1 && button.textContent === 'Copied') return;
  button.textContent = 'Copied';
  setTimeout(() => { button.replaceChildren(...label); }, 1500);
}

/** The same with what stands in a field. @param {HTMLInputElement} field @param {HTMLElement} button */
export function copyField(field, button) { return copy(field.value, button, field); }

/** Selects a field and copies what is in it. The answer is whether that was done. @param {HTMLInputElement | HTMLTextAreaElement} field */
function isSelectionCopied(field) {
  field.select();
  return document.execCommand('copy');
}

/** A field behind a button with a text to copy; the one that is there, or a new one. @param {HTMLElement} button @param {string} text */
function fieldBehind(button, text) {
  /** @type {HTMLTextAreaElement | null} */
  const known = seek('.to-copy', button.parentElement ?? button);
  const field = known ?? document.createElement('textarea');
  [field.className, field.readOnly, field.value] = ['to-copy', true, text];
  field.setAttribute('aria-label', 'Copy this text');
  if (known === null) button.after(field);
  return field;
}

/** Asks a question in a dialog with a button "yes". @param {HTMLDialogElement} dialog @returns {Promise<boolean>} */
export function ask(dialog) {
  dialog.returnValue = 'no';
  dialog.showModal();
  return new Promise((answered) => {
    dialog.addEventListener('close', function closed() {
      // The browser may tell late that the question of before was closed, when this one is open already.
      if (dialog.open) return;
      dialog.removeEventListener('close', closed);
      answered(dialog.returnValue === 'yes');
    });
  });
}

/** Has clicks wait, as before the page's script has come, since something is still missing without which they would be lost. */
export function holdClicks() { document.documentElement.dataset.waits = 'yes'; }

/** Has the last of them done. */
export function releaseClicks() {
  delete document.documentElement.dataset.waits;
  dispatchEvent(new Event('konoba-ready'));
}
