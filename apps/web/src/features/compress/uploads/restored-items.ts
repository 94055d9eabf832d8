import type { ListedCompression } from '../../../lib/compressions.ts';
import { compressionIdOf, isUnderWay, toResult, type UploadItem, type UploadsState } from './upload-state.ts';

/** What this browser remembers of its list. */
export type RememberedList = {
  dismissedIds: ReadonlySet<string>;
  /** The order in which the files were added, of those that this browser has sent. */
  order: readonly string[];
};

/**
 * What a page that was loaded again lists: results that can still be fetched, and what is being compressed. The server
 * names the newest 50, newest first, by when each arrived; here the oldest comes first, and files keep the order in
 * which they were added.
 */
export function restoredItems(
  { items, cleared }: Pick<UploadsState, 'items' | 'cleared'>,
  compressions: ListedCompression[],
  { dismissedIds, order }: RememberedList,
): UploadItem[] {
  const known = new Set([...items, ...cleared].map(compressionIdOf));
  const listed = compressions
    .filter((row) => !known.has(row.id) && !dismissedIds.has(row.id))
    .filter((row) => !items.some((item) => mayBe(item, row)))
    .flatMap((row) => toItem(row) ?? [])
    .reverse();
  return inOrder(listed, order);
}

/** Items whose place is not known stay where they are, the others change places among themselves. */
function inOrder(items: UploadItem[], order: readonly string[]): UploadItem[] {
  const rankOf = new Map(order.map((id, rank) => [id, rank]));
  const isKnown = ({ key }: UploadItem) => rankOf.has(key);
  const known = items
    .filter(isKnown)
    .sort((a, b) => (rankOf.get(a.key) ?? 0) - (rankOf.get(b.key) ?? 0))
    .values();
  return items.map((item) => (isKnown(item) ? (known.next().value ?? item) : item));
}

/** The list can name an upload before its own answer does. */
function mayBe(item: UploadItem, row: ListedCompression): boolean {
  const isUnnamed = isUnderWay(item) && compressionIdOf(item) === undefined;
  return isUnnamed && item.file.name === row.originalFilename && item.file.size === row.originalSize;
}

function toItem(row: ListedCompression): UploadItem | undefined {
  const step = stepOf(row);
  if (!step) return undefined;
  return {
    key: row.id,
    file: { name: row.originalFilename, size: row.originalSize },
    isSample: row.isSample,
    tryCount: 0,
    step,
    // Another reload brings it back, so nothing warns of its loss.
    isDownloaded: true,
  };
}

function stepOf(row: ListedCompression): UploadItem['step'] | undefined {
  if (row.status === 'processing') return { name: 'compressing', compressionId: row.id };
  const result = row.status === 'completed' && row.downloadUrl ? toResult(row) : undefined;
  return result && { name: 'completed', result };
}
