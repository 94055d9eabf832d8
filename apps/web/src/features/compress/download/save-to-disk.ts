import { toFailure } from '../../../lib/api-failure.ts';
import type { StemOf } from '../../../lib/archive-group.ts';
import { fileNamer } from '../../../lib/archive-names.ts';
import { fetchResult } from '../../../lib/fetch-compressions.ts';
import { type DownloadReport, fetchEntries, type Progress } from '../../../lib/save-results.ts';
import { originOf } from '../drop/file-origins.ts';
import type { CompletedItem } from '../uploads/upload-state.ts';
import { toWanted } from './download-results.ts';

/**
 * Writes all compressed images into a folder and its subfolders. Existing files are not overwritten: if a name is
 * taken, the new file gets a number.
 */
export async function saveToFolder(
  items: CompletedItem[],
  root: FileSystemDirectoryHandle,
  progress: Progress,
): Promise<DownloadReport> {
  const report: DownloadReport = { savedKeys: [], failures: [] };
  const { uniqueName, uniqueStem } = fileNamer();
  const stemOf: StemOf = (stem, endings, folder) =>
    uniqueStem(stem, endings, folder, (path) => exists(root, path));
  const entries = fetchEntries(items.map(toWanted), report, progress, stemOf);
  for await (const { name, folder, blob } of entries) {
    let path = uniqueName(name, folder);
    while (await exists(root, path)) path = uniqueName(name, folder);
    await write(await fileAt(root, path), blob);
  }
  return report;
}

/** A completed item whose original on disk can be replaced. */
export type ReplaceableItem = CompletedItem & { original: File };

/**
 * Returns the items whose originals can be replaced: the browser provides access to the file, the result is smaller, has
 * no variants, and has the original's format, so that the file's extension stays correct.
 */
export function replaceableItems(items: CompletedItem[]): ReplaceableItem[] {
  return items.filter((item): item is ReplaceableItem => {
    const { format, originalFormat, alreadyOptimal, compressedSize, variants } = item.step.result;
    if (variants || !item.original || !originOf(item.original).handle) return false;
    return format === originalFormat && !alreadyOptimal && compressedSize < item.file.size;
  });
}

/**
 * Replaces the originals on disk with their results. Originals that have changed since they were added are left
 * unchanged and reported as failures.
 */
export async function replaceOriginals(
  items: ReplaceableItem[],
  progress: Progress,
): Promise<DownloadReport> {
  const report: DownloadReport = { savedKeys: [], failures: [] };
  for (const [index, item] of items.entries()) {
    progress.signal.throwIfAborted();
    progress.onProgress(index + 1);
    try {
      await replace(item, progress.signal);
      report.savedKeys.push(item.key);
    } catch (error) {
      progress.signal.throwIfAborted();
      report.failures.push(toFailure(error));
    }
  }
  return report;
}

async function replace({ original, step }: ReplaceableItem, signal: AbortSignal): Promise<void> {
  const { handle } = originOf(original);
  if ((await handle?.requestPermission?.({ mode: 'readwrite' })) === 'denied' || !handle)
    throw new Error('The browser denied access to the original');
  const current = await handle.getFile();
  if (current.lastModified !== original.lastModified || current.size !== original.size)
    throw new Error('The original has changed on disk');
  const { blob } = await fetchResult(step.result, signal);
  await write(handle, blob);
}

async function write(handle: FileSystemFileHandle, blob: Blob): Promise<void> {
  const writable = await handle.createWritable();
  await blob.stream().pipeTo(writable);
}

async function folderAt(root: FileSystemDirectoryHandle, path: string, create: boolean) {
  let folder = root;
  for (const name of path.split('/').slice(0, -1)) folder = await folder.getDirectoryHandle(name, { create });
  return folder;
}

const nameIn = (path: string) => path.slice(path.lastIndexOf('/') + 1);

async function fileAt(root: FileSystemDirectoryHandle, path: string): Promise<FileSystemFileHandle> {
  const folder = await folderAt(root, path, true);
  return folder.getFileHandle(nameIn(path), { create: true });
}

async function exists(root: FileSystemDirectoryHandle, path: string): Promise<boolean> {
  try {
    const folder = await folderAt(root, path, false);
    await folder.getFileHandle(nameIn(path));
    return true;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotFoundError') return false;
    throw error;
  }
}
