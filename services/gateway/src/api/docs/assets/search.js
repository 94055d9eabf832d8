// Adds the search dialog of the documentation.

const { results: resultsPath, index: indexPath, library: libraryPath } = document.currentScript.dataset;
const dialog = document.querySelector('#search');
const input = dialog.querySelector('input');
const clearButton = dialog.querySelector('button.clear');
const count = dialog.querySelector('.count');
const results = dialog.querySelector('.results');

/** Finds the results of a query. Undefined until it is loaded. */
let find;
let isLoading = false;

/** Loads the code and the index of the search. After a failure, the next attempt loads them again. */
async function load() {
  if (find || isLoading) return;
  isLoading = true;
  try {
    const { createFinder } = await import(resultsPath);
    find = await createFinder(indexPath, libraryPath);
    showResults();
  } catch {
    count.textContent = 'The search could not be loaded. Check your connection and search again.';
  }
  isLoading = false;
}

/** Returns an element with the given children or text. */
function element(tag, className, ...children) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

/** Returns the text of an excerpt, in which every other part is a term that was found. */
const excerptText = (parts) =>
  parts.map((part, index) => (index % 2 === 0 ? part : element('mark', '', part)));

function resultItem({ name, context, href, isCode, excerpt }) {
  const link = element('a', '', element(isCode ? 'code' : 'span', 'name', name));
  link.href = href;
  if (context) link.append(' ', element('span', 'context', context));
  if (excerpt) link.append(' ', element('span', 'excerpt', ...excerptText(excerpt)));
  return element('li', '', link);
}

/** Shows the results for the text in the field. */
function showResults() {
  const query = input.value.trim().toLowerCase();
  clearButton.hidden = input.value === '';
  if (!find) {
    load();
    return;
  }
  const found = query ? find(query) : [];
  const groups = Map.groupBy(found, ({ group }) => group);
  results.replaceChildren(
    ...[...groups].flatMap(([group, items]) => [
      element('p', 'group', group),
      element('ul', '', ...items.map(resultItem)),
    ]),
  );
  results.scrollTop = 0;
  if (!query) count.textContent = '';
  else if (found.length === 0) count.textContent = `No results for “${input.value.trim()}”`;
  else count.textContent = found.length === 1 ? '1 result' : `${found.length} results`;
}

function clearField() {
  input.value = '';
  showResults();
  input.focus();
}

function openDialog() {
  if (!dialog.open) dialog.showModal();
  input.focus();
  input.select();
  load();
}

/** Moves the focus by `step` in the list of the field and its results. */
function moveFocus(step) {
  const stops = [input, ...results.querySelectorAll('a')];
  stops[stops.indexOf(document.activeElement) + step]?.focus();
}

const actions = { ArrowDown: () => moveFocus(1), ArrowUp: () => moveFocus(-1), Escape: clearField };

function onKey(event) {
  const { key, target, ctrlKey, metaKey, altKey, isComposing } = event;
  if (input.value === '' || ctrlKey || metaKey || altKey || isComposing) return;
  const isResult = results.contains(target);
  if (actions[key] && (isResult || target === input)) {
    event.preventDefault();
    actions[key]();
  } else if (key === 'Enter' && target === input) {
    results.querySelector('a')?.click();
  } else if (isResult && key !== ' ' && (key.length === 1 || key === 'Backspace')) {
    // The browser then types the character into the field.
    input.focus();
  }
}

const isEditable = (target) => target.matches('select, textarea, input:not([type="radio"])');

for (const button of document.querySelectorAll('.find')) {
  button.hidden = false;
  button.addEventListener('click', openDialog);
}
input.addEventListener('input', showResults);
dialog.addEventListener('keydown', onKey);
dialog.addEventListener('click', ({ target }) => {
  // A click beside the dialog is a click on its backdrop.
  if (target === dialog) dialog.close();
});
clearButton.addEventListener('click', clearField);
dialog.querySelector('button.close').addEventListener('click', () => dialog.close());
results.addEventListener('click', ({ target, ctrlKey, metaKey, shiftKey }) => {
  // Keep the results if the link opens in a new tab or window.
  if (target.closest('a') && !(ctrlKey || metaKey || shiftKey)) dialog.close();
});
document.addEventListener('keydown', (event) => {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  const isShortcut = key === 'k' && (ctrlKey || metaKey) && !altKey;
  if (!isShortcut && (key !== '/' || ctrlKey || metaKey || altKey || isEditable(target))) return;
  event.preventDefault();
  openDialog();
});
