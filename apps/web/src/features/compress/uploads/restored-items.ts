import type { ListedCompression } from '../../../lib/compressions.ts';
import { compressionIdOf, isUnderWay, toResult, type UploadItem, type UploadsState } from './upload-state.ts';

/**
 * What a page that was loaded again lists: results that can still be fetched, and what is being compressed. The server
 * names the newest 50, newest first; here the oldest comes first.
 */
export function restoredItems(
  { items, cleared }: Pick<UploadsState, 'items' | 'cleared'>,
  compressions: ListedCompression[],
  dismissedIds: ReadonlySet<string>,
): UploadItem[] {
  const known = new Set([...items, ...cleared].map(compressionIdOf));
  return compressions
    .filter((row) => !known.has(row.id) && !dismissedIds.has(row.id))
    .filter((row) => !items.some((item) => mayBe(item, row)))
    .flatMap((row) => toItem(row) ?? [])
    .reverse();
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
