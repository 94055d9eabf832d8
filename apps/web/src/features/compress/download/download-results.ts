import type { NamedBlob } from '../../../lib/api-client.ts';
import { type Failure, toFailure } from '../../../lib/api-failure.ts';
import { type ArchiveEntry, archiveName, packArchive } from '../../../lib/archive.ts';
import { fetchResult } from '../../../lib/fetch-compressions.ts';
import { saveBlob } from '../../../lib/save-blob.ts';
import { originOf } from '../drop/file-origins.ts';
import type { CompletedItem } from '../uploads/upload-state.ts';
import { nameByPattern, readNamePattern } from './name-pattern.ts';

export type DownloadReport = { savedKeys: string[]; failures: Failure[] };
export type Progress = { signal: AbortSignal; onProgress: (done: number) => void };

/**
 * Saves one compressed image under the file name from the server, or by the user's pattern.
 * @param keys keys of all items in the list, for the position in the pattern
 */
export async function downloadOne(item: CompletedItem, keys: readonly string[]): Promise<DownloadReport> {
  try {
    const { blob, fileName } = await fetchResult(item.step.result);
    const pattern = readNamePattern();
    saveBlob(
      blob,
      pattern === '' ? serverName(item, fileName) : resultName(item, keys.indexOf(item.key) + 1, keys.length),
    );
    return { savedKeys: [item.key], failures: [] };
  } catch (error) {
    return { savedKeys: [], failures: [toFailure(error)] };
  }
}

/**
 * Saves all compressed images that can be fetched as a ZIP file. Saves nothing if none can be fetched. Rejects if
 * aborted.
 */
export async function downloadAll(items: CompletedItem[], progress: Progress): Promise<DownloadReport> {
  const report: DownloadReport = { savedKeys: [], failures: [] };
  const archive = await packArchive(fetchEntries(items, report, progress));
  progress.signal.throwIfAborted();
  if (report.savedKeys.length > 0) saveBlob(archive, archiveName(new Date()));
  return report;
}

/**
 * Yields each compressed image after it is fully downloaded, with its name by the user's pattern and its folder. Failed
 * downloads are omitted and added to the report.
 */
export async function* fetchEntries(
  items: CompletedItem[],
  report: DownloadReport,
  { signal, onProgress }: Progress,
): AsyncGenerator<ArchiveEntry> {
  for (const [index, item] of items.entries()) {
    signal.throwIfAborted();
    onProgress(index + 1);
    const fetched = await fetchResult(item.step.result, signal).catch((error: unknown) => toFailure(error));
    signal.throwIfAborted();
    if ('reason' in fetched) {
      report.failures.push(fetched);
      continue;
    }
    yield {
      name: resultName(item, index + 1, items.length),
      folder: (item.original && originOf(item.original).folder) ?? '',
      blob: fetched.blob,
    };
    report.savedKeys.push(item.key);
  }
}

function serverName({ file }: CompletedItem, fileName: NamedBlob['fileName']): string {
  return fileName ?? `compressed_${file.name}`;
}

/** Returns the name of a result by the user's pattern, which is the original's name by default. */
function resultName({ file, step: { result } }: CompletedItem, position: number, total: number): string {
  const { format = 'jpeg', width: widthPx, height: heightPx } = result;
  const facts = { originalName: file.name, format, widthPx, heightPx, position, total };
  return nameByPattern(readNamePattern() || '{name}', facts);
}
