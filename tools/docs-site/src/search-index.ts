import type { RootContent, TableRow } from 'mdast';
import { toString as textOf } from 'mdast-util-to-string';
import MiniSearch from 'minisearch';

/** A passage of the site that the search finds: a section, or a row of a table that begins with code. */
export interface Passage {
  /** URL path with the anchor. */
  id: string;
  /** Title of the page. */
  page: string;
  /** Heading of the section, or the code that begins the row. */
  title: string;
  text: string;
}

/** Fields of the index. The search script reads them with the index, so that both always agree. */
const options = { fields: ['title', 'page', 'text'], storeFields: ['title', 'page', 'text'] };

/** Returns the passages of a page: its sections, then the rows of its tables that have an anchor. */
export function passagesOf(path: string, page: string, nodes: readonly RootContent[]): Passage[] {
  const sections: Passage[] = [{ id: path, page, title: page, text: '' }];
  for (const node of nodes) {
    const section = sections.at(-1);
    if (node.type === 'heading') {
      sections.push({ id: `${path}#${node.data?.id}`, page, title: textOf(node), text: '' });
    } else if (section) section.text = joined(section.text, blockText(node));
  }
  const rows = nodes.flatMap((node) => (node.type === 'table' ? node.children.filter(hasAnchor) : []));
  return [...sections, ...rows.map((row) => rowPassage(path, page, row))];
}

const hasAnchor = (node: RootContent): boolean => node.type === 'tableRow' && node.data?.id !== undefined;

function rowPassage(path: string, page: string, row: TableRow): Passage {
  const [first, ...rest] = row.children;
  const text = rest
    .map((cell) => textOf(cell))
    .filter((cell) => cell !== '')
    .join(' · ');
  return { id: `${path}#${row.data?.id}`, page, title: first ? textOf(first) : '', text };
}

const joined = (...texts: string[]) => texts.filter((text) => text !== '').join(' ');

/** Returns the text of a block, with spaces between list items and cells. Rows that are passages are left out. */
function blockText(node: RootContent): string {
  if (hasAnchor(node)) return '';
  if ('children' in node && ['list', 'listItem', 'tableRow', 'table', 'blockquote'].includes(node.type)) {
    return joined(...node.children.map(blockText));
  }
  return textOf(node).replace(/\s+/g, ' ');
}

/** Builds the search index of all passages, as JSON. */
export function buildSearchIndex(passages: readonly Passage[]): string {
  const index = new MiniSearch<Passage>(options);
  index.addAll(passages);
  return JSON.stringify({ options, index });
}
