import { shown } from '../words.ts';

/** Characters that are not written as entities. They have no meaning in Markdown, HTML, mentions or links. */
const plain = /[^\p{L}\p{M}\p{N} /]/gu;

/**
 * Returns a text of unknown origin, such as a path, for a cell of a Markdown table. All punctuation is written as entities,
 * so that it cannot end the cell, add markup, mention users or link anywhere.
 */
export const markdownText = (text: string): string =>
  shown(text).replace(plain, (character) => `&#${character.codePointAt(0)};`);

/** Returns a table row. The cells are Markdown already. */
export const tableRow = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** Returns the head of a table. */
export function tableHead(columns: readonly string[]): string {
  return `${tableRow(columns)}\n${tableRow(columns.map(() => '---'))}`;
}

/** Returns the lines that fit into a number of characters, and how many are left out. */
export function fitLines(lines: readonly string[], maxLength: number): { text: string; omitted: number } {
  let length = 0;
  const fitting = lines.findIndex((line) => {
    length += line.length + 1;
    return length > maxLength;
  });
  const shownLines = fitting === -1 ? lines : lines.slice(0, fitting);
  return { text: shownLines.join('\n'), omitted: lines.length - shownLines.length };
}
