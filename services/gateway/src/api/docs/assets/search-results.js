// Finds passages of the guide, and sections, fields and error codes of the API reference. The guide has an index. Entries
// of the reference are read from its page. Loaded by search.js when the search is opened for the first time.

const referencePath = '/api/docs';
const isReference = location.pathname === referencePath;
const maxPassages = 8;
const operatorsPath = '/docs/self-hosting';
/** Groups of passages. The area that the reader is in comes first. */
const areas = location.pathname.startsWith(operatorsPath)
  ? ['Self-hosting', 'Guide']
  : ['Guide', 'Self-hosting'];
const excerptChars = 140;

/** Returns an entry for each section of the reference: guide, operations, webhook messages and objects. */
const sectionEntries = (page, base) =>
  [...page.querySelectorAll('#contents .sections a')].map((link) => {
    const section = page.getElementById(link.hash.slice(1));
    const call = section.querySelector('.method') ? section.querySelector('.call').textContent : '';
    return {
      group: 'API reference',
      name: link.textContent,
      context: call || link.closest('ul').previousElementSibling.textContent,
      href: base + link.hash,
      keys: `${link.textContent} ${call} ${section.id}`,
    };
  });

/** Returns an entry for each parameter of an operation, and for each field of a webhook message or object. */
const fieldEntries = (page, base) =>
  [...page.querySelectorAll('.fields > [id]')].map((field) => {
    const section = field.closest('section');
    const name = field.id.slice(section.id.length + 1);
    return {
      group: section.querySelector('.method') ? 'Parameters' : 'Fields',
      name,
      context: section.querySelector('h3').textContent,
      href: `${base}#${field.id}`,
      keys: name,
      isCode: true,
    };
  });

/** Returns an entry for each error code that the reference mentions. Its link leads to the list of errors. */
function errorEntries(page) {
  const byCode = new Map();
  for (const link of page.querySelectorAll('a[href^="/api/docs/errors#"]')) {
    const name = link.hash.slice(1);
    const status = link.closest('.fields > :not([id])')?.querySelector('.name').textContent;
    if (byCode.has(name) && !status) continue;
    const href = `/api/docs/errors${link.hash}`;
    const context = status ? `Status ${status}` : '';
    byCode.set(name, { group: 'Error codes', name, context, href, keys: name, isCode: true });
  }
  return [...byCode.values()];
}

/** Returns the entries of the reference, from the current page or from a copy of it. */
async function loadReference() {
  const page = isReference ? document : await fetchPage(referencePath);
  const base = isReference ? '' : referencePath;
  return [...sectionEntries(page, base), ...fieldEntries(page, base), ...errorEntries(page)];
}

async function fetchPage(path) {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path}: status ${response.status}`);
  return new DOMParser().parseFromString(await response.text(), 'text/html');
}

/** Returns the index of the guide, or undefined if this Gossamer has no guide. */
async function loadGuide(indexPath, libraryPath) {
  if (!indexPath) return undefined;
  const [{ default: MiniSearch }, response] = await Promise.all([import(libraryPath), fetch(indexPath)]);
  const { options, index } = await response.json();
  return MiniSearch.loadJS(index, options);
}

/**
 * Returns the entries of the reference that contain all words of the query. Those that equal it come first, then those
 * that start with it. At least one word must be in the name: otherwise "compress" would find every parameter of
 * "Compress an image".
 */
function findEntries(entries, query) {
  const words = query.split(/\s+/);
  const found = entries.filter(({ keys, context }) => {
    const text = keys.toLowerCase();
    const all = `${text} ${context.toLowerCase()}`;
    return words.every((word) => all.includes(word)) && words.some((word) => text.includes(word));
  });
  return found.sort((a, b) => rankOf(a, query) - rankOf(b, query));
}

const rankOf = ({ name }, query) =>
  [name.toLowerCase() === query, name.toLowerCase().startsWith(query), true].indexOf(true);

/** Returns the best passages of the guide and of the pages for operators. */
function findPassages(guide, query) {
  const found = guide?.search(query, {
    combineWith: 'AND',
    prefix: true,
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    boost: { title: 4, page: 2 },
  });
  const passages = (found ?? []).map(({ id, title, page, text, terms }) => ({
    group: id.startsWith(operatorsPath) ? 'Self-hosting' : 'Guide',
    name: title,
    context: title === page ? '' : page,
    href: id,
    excerpt: excerptOf(text, terms),
  }));
  return areas.flatMap((area) => passages.filter(({ group }) => group === area).slice(0, maxPassages));
}

/** Returns the part of a text around the first term, as a list of strings; every other one, from the second, is a term. */
function excerptOf(text, terms) {
  const lower = text.toLowerCase();
  const positions = terms.map((term) => lower.indexOf(term)).filter((position) => position >= 0);
  const first = positions.length > 0 ? Math.min(...positions) : 0;
  const start = first < excerptChars / 2 ? 0 : lower.indexOf(' ', first - excerptChars / 2) + 1;
  const isCut = start + excerptChars < text.length;
  const end = isCut ? text.lastIndexOf(' ', start + excerptChars) : text.length;
  const part = `${start > 0 ? '… ' : ''}${text.slice(start, end)}${isCut ? ' …' : ''}`;
  const pieces = [];
  for (let rest = part; ; ) {
    const next = nextTerm(rest, terms);
    pieces.push(rest.slice(0, next.at));
    if (next.length === 0) break;
    pieces.push(rest.slice(next.at, next.at + next.length));
    rest = rest.slice(next.at + next.length);
  }
  return pieces;
}

/** Returns where the next term begins, and its length. */
function nextTerm(text, terms) {
  const lower = text.toLowerCase();
  const found = terms
    .map((term) => ({ at: lower.indexOf(term), length: term.length }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at || b.length - a.length);
  return found[0] ?? { at: text.length, length: 0 };
}

/**
 * Loads what the search needs and returns a function that finds the results of a query. The reference comes first if one
 * of its names equals the query, or if the query is part of a code, such as `invalid_`.
 */
export async function createFinder(indexPath, libraryPath) {
  const [entries, guide] = await Promise.all([loadReference(), loadGuide(indexPath, libraryPath)]);
  return (query) => {
    const found = findEntries(entries, query);
    const passages = findPassages(guide, query);
    const isName = /[_.]/.test(query) || (found.length > 0 && rankOf(found[0], query) === 0);
    return isName ? [...found, ...passages] : [...passages, ...found];
  };
}
