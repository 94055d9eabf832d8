import { parseSync, Visitor } from 'vite';

export interface FileSizes {
  path: string;
  lines: number;
  /** Line count of each function with a block body. */
  functionLines: number[];
  /** Number of lines that contain only a comment. */
  commentLines: number;
}

/**
 * Counts the lines of a TypeScript file.
 * @throws Error if the file cannot be parsed
 */
export function measureFile(path: string, text: string): FileSizes {
  const { program, comments, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const lineAt = lineFinder(text);
  const functionLines: number[] = [];
  const measure = (node: { start: number; end: number; body: { type: string } | null }) => {
    if (node.body?.type === 'BlockStatement') functionLines.push(lineAt(node.end) - lineAt(node.start) + 1);
  };
  new Visitor({
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  }).visit(program);
  const ownLines = comments.filter(({ start }) => text.slice(0, start).match(/(^|\n)[ \t]*$/));
  return {
    path,
    lines: lineAt(text.length - 1) + 1,
    functionLines,
    commentLines: ownLines.reduce((sum, { start, end }) => sum + lineAt(end) - lineAt(start) + 1, 0),
  };
}

/** Returns a function that converts an offset in the text to a line number, starting from 0. */
function lineFinder(text: string): (at: number) => number {
  const ends = [...text.matchAll(/\n/g)].map(({ index }) => index);
  return (at) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) < at) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}
