// A question before something is done that cannot be taken back.

import { ask } from './page.js';

/**
 * Asks in a dialog. The answer is whether it is to be done; the focus then is where it was.
 * @param {string} asks
 * @param {string} yes what the button says that does it
 */
export async function askFirst(asks, yes) {
  const dialog = document.createElement('dialog');
  const [form, question, foot] = [document.createElement('form'), document.createElement('p'), document.createElement('div')];
  form.method = 'dialog';
  [question.id, question.textContent] = ['question-asks', asks];
  dialog.setAttribute('aria-labelledby', question.id);
  foot.className = 'dialog-foot';
  foot.append(button('Cancel', 'no', ''), button(yes, 'yes', 'danger'));
  form.append(question, foot);
  dialog.append(form);
  document.body.append(dialog);
  const isMeant = await ask(dialog);
  dialog.remove();
  return isMeant;
}

/** @param {string} text @param {string} value @param {string} kind */
function button(text, value, kind) {
  const own = document.createElement('button');
  [own.textContent, own.value, own.className] = [text, value, `button ${kind}`];
  // Enter alone is to do no harm.
  own.autofocus = value === 'no';
  return own;
}
