import { stored } from '../../../lib/stored.ts';

const uploadedKey = 'gossamer.hasUploaded';
const dismissedKey = 'gossamer.dismissed';
const maxDismissed = 200;

/** Whether this browser ever sent a picture: without one there is no list to ask for, and the cookie cannot be read. */
export const hasUploaded = (): boolean => stored.read(uploadedKey) !== null;

export function rememberUpload(): void {
  if (!hasUploaded()) stored.write(uploadedKey, '1');
}

/** The compressions that were taken off the list. */
export function readDismissed(): ReadonlySet<string> {
  return new Set(readIds());
}

/** Changes what is dismissed; beyond 200 the first ones are forgotten. */
export function updateDismissed({ added, removed }: { added: string[]; removed: string[] }): void {
  const before = readIds();
  const kept = before.filter((id) => !removed.includes(id) && !added.includes(id));
  const after = [...kept, ...added].slice(-maxDismissed);
  if (after.join() !== before.join()) stored.write(dismissedKey, JSON.stringify(after));
}

/** Whatever else may stand there is as good as nothing. */
function readIds(): string[] {
  try {
    const ids: unknown = JSON.parse(stored.read(dismissedKey) ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}
