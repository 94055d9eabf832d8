import { stored } from '../../../lib/stored.ts';
import { maxIds, readIds } from '../uploads/remembered.ts';

const key = 'gossamer.reviewed';

/** Returns the ids of results that the user has reviewed. */
export const readReviewed = (): ReadonlySet<string> => new Set(readIds(key));

/** Adds a result to those that the user has reviewed. Keeps the last 200 ids. */
export function rememberReviewed(id: string): void {
  const before = readIds(key).filter((each) => each !== id);
  stored.write(key, JSON.stringify([...before, id].slice(-maxIds)));
}
