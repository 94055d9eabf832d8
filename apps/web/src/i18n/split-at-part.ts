/** Stands in for the placeholder until the text is split. This character never occurs in a translation. */
const mark = '\uFFFC';

/**
 * Returns the text before and after a placeholder, so that its value can be an element at the position that the
 * language requires. It has a tenth of the size of react-i18next's `Trans`, which supports several placeholders.
 */
export function splitAtPart(translate: (mark: string) => string): [before: string, after: string] {
  const [before = '', after = ''] = translate(mark).split(mark);
  return [before, after];
}
