import type { ListedCompression } from '../../../lib/compressions.ts';
import { compressionIdOf, isUnderWay, toResult, type UploadItem, type UploadsState } from './upload-state.ts';

/** Properties of the file list that are stored in this browser. */
export type RememberedList = {
  dismissedIds: ReadonlySet<string>;
  /** Ids of the compressions that were uploaded from this browser, in the order in which their files were added. */
  order: readonly string[];
};

/**
 * Returns the items to show after a reload: downloadable results and compressions in progress. `compressions` contains
 * the newest 50, newest first. The returned items are sorted oldest first, except that items in `order` keep their
 * relative order.
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

/** Sorts only the items that `order` contains. All other items keep their position. */
function inOrder(items: UploadItem[], order: readonly string[]): UploadItem[] {
  const rankOf = new Map(order.map((id, rank) => [id, rank]));
  const isKnown = ({ key }: UploadItem) => rankOf.has(key);
  const known = items
    .filter(isKnown)
    .sort((a, b) => (rankOf.get(a.key) ?? 0) - (rankOf.get(b.key) ?? 0))
    .values();
  return items.map((item) => (isKnown(item) ? (known.next().value ?? item) : item));
}

/**
 * Returns whether a listed compression may belong to an upload in flight. The list can contain it before the upload's
 * response arrives.
 */
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
    settings: row.settings,
    tryCount: 0,
    step,
    // Mark the item as downloaded, so that clearing the list needs no confirmation.
    isDownloaded: true,
  };
}

function stepOf(row: ListedCompression): UploadItem['step'] | undefined {
  if (row.status === 'processing') return { name: 'compressing', compressionId: row.id };
  const result = row.status === 'completed' && row.downloadUrl ? toResult(row) : undefined;
  return result && { name: 'completed', result };
}
