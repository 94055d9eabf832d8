// Adds search to the contents of the API reference. Its entries are read from the page, so there is no index to load.

const contents = document.querySelector('#contents');
const search = contents.querySelector('.search');
const input = search.querySelector('input');
const clearButton = search.querySelector('.clear');
const count = contents.querySelector('.count');
const results = contents.querySelector('.results');
const sections = contents.querySelector('.sections');
const findButton = document.querySelector('.contents-bar .find');

/** Returns an entry for each section of the page: guide, operations, webhook messages and objects. */
const sectionEntries = () =>
  [...sections.querySelectorAll('a')].map((link) => {
    const section = document.getElementById(link.hash.slice(1));
    const call = section.querySelector('.method') ? section.querySelector('.call').textContent : '';
    return {
      group: 'Sections',
      name: link.textContent,
      context: call || link.closest('ul').previousElementSibling.textContent,
      href: link.hash,
      keys: `${link.textContent} ${call} ${section.id}`,
    };
  });

/** Returns an entry for each parameter of an operation, and for each field of a webhook message or object. */
const fieldEntries = () =>
  [...document.querySelectorAll('.fields > [id]')].map((field) => {
    const section = field.closest('section');
    const name = field.id.slice(section.id.length + 1);
    return {
      group: section.querySelector('.method') ? 'Parameters' : 'Fields',
      name,
      context: section.querySelector('h3').textContent,
      href: `#${field.id}`,
      keys: name,
      isCode: true,
    };
  });

/** Returns an entry for each error code that the page mentions. Its link leads to the list of errors. */
function errorEntries() {
  const byCode = new Map();
  for (const link of document.querySelectorAll('a[href^="/api/docs/errors#"]')) {
    const name = link.hash.slice(1);
    const status = link.closest('.fields > :not([id])')?.querySelector('.name').textContent;
    if (byCode.has(name) && !status) continue;
    const context = status ? `Status ${status}` : '';
    byCode.set(name, {
      group: 'Error codes',
      name,
      context,
      href: link.pathname + link.hash,
      keys: name,
      isCode: true,
    });
  }
  return [...byCode.values()];
}

const groupOrder = ['Sections', 'Parameters', 'Error codes', 'Fields'];
const entries = [...sectionEntries(), ...fieldEntries(), ...errorEntries()].sort(
  (a, b) => groupOrder.indexOf(a.group) - groupOrder.indexOf(b.group),
);

/**
 * Returns the entries that contain all words of the query. Those that equal it come first, then those that start with
 * it. At least one word must be in the name: otherwise "compress" would find every parameter of "Compress an image".
 */
function findEntries(query) {
  const words = query.split(/\s+/);
  const found = entries.filter(({ keys, context }) => {
    const text = keys.toLowerCase();
    const all = `${text} ${context.toLowerCase()}`;
    return words.every((word) => all.includes(word)) && words.some((word) => text.includes(word));
  });
  const rank = ({ name }) =>
    [name.toLowerCase() === query, name.toLowerCase().startsWith(query), true].indexOf(true);
  return found.sort((a, b) => rank(a) - rank(b));
}

/** Returns an element with the given children or text. */
function element(tag, className, ...children) {
  const made = document.createElement(tag);
  made.className = className;
  made.append(...children);
  return made;
}

function resultItem({ name, context, href, isCode }) {
  const link = element('a', '', element(isCode ? 'code' : 'span', 'name', name));
  link.href = href;
  if (context) link.append(' ', element('span', 'context', context));
  return element('li', '', link);
}

/** Shows the results for the text in the field, or the contents if it is empty. */
function showResults() {
  const query = input.value.trim().toLowerCase();
  const found = query ? findEntries(query) : [];
  const groups = Map.groupBy(found, ({ group }) => group);
  results.replaceChildren(
    ...[...groups].flatMap(([group, items]) => [
      element('p', 'group', group),
      element('ul', '', ...items.map(resultItem)),
    ]),
  );
  contents.scrollTop = 0;
  sections.hidden = query !== '';
  clearButton.hidden = input.value === '';
  if (!query) count.textContent = '';
  else if (found.length === 0) count.textContent = `No results for “${input.value.trim()}”`;
  else count.textContent = found.length === 1 ? '1 result' : `${found.length} results`;
}

function clearField() {
  input.value = '';
  showResults();
  sections.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
}

/** Focuses the field. On narrow screens, opens the contents first. */
function focusField() {
  if (getComputedStyle(contents).display === 'none') contents.showPopover();
  input.focus();
  input.select();
}

/** Moves the focus by `step` in the list of the field and its results. */
function moveFocus(step) {
  const stops = [input, ...results.querySelectorAll('a')];
  stops[stops.indexOf(document.activeElement) + step]?.focus();
}

const actions = {
  ArrowDown: () => moveFocus(1),
  ArrowUp: () => moveFocus(-1),
  Escape: () => {
    clearField();
    input.focus();
  },
};

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

search.hidden = false;
findButton.hidden = false;
input.addEventListener('input', showResults);
contents.addEventListener('keydown', onKey);
findButton.addEventListener('click', focusField);
clearButton.addEventListener('click', actions.Escape);
results.addEventListener('click', ({ target, ctrlKey, metaKey, shiftKey }) => {
  // Keep the results if the link opens in a new tab or window.
  if (target.closest('a') && !(ctrlKey || metaKey || shiftKey)) clearField();
});
document.addEventListener('keydown', (event) => {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  if (key !== '/' || ctrlKey || metaKey || altKey || isEditable(target)) return;
  event.preventDefault();
  focusField();
});
