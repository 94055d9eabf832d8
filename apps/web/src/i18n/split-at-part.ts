/** Temporary value of the placeholder at which a text is split: a character that never occurs in translations. */
const mark = '\uFFFC';

/**
 * Returns the text before and after a placeholder, so that a component can be inserted between them in any language.
 * react-i18next's `Trans` supports multiple placeholders but is ten times as large.
 */
export function splitAtPart(translate: (mark: string) => string): [before: string, after: string] {
  const [before = '', after = ''] = translate(mark).split(mark);
  return [before, after];
}
