/** Stands for the part in the sentence; never in a translation. */
const mark = '\uFFFC';

/**
 * The text before and after one placeholder, so that the part itself can be marked up where the language puts it.
 * A tenth of the weight of react-i18next's `Trans`, which is for more than one part.
 */
export function splitAtPart(translate: (mark: string) => string): [before: string, after: string] {
  const [before = '', after = ''] = translate(mark).split(mark);
  return [before, after];
}
