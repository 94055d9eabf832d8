import type { NamedBlob } from '../../../lib/api-client.ts';
import { type Failure, toFailure } from '../../../lib/api-failure.ts';
import { fetchResult } from '../../../lib/fetch-compressions.ts';
import { saveBlob } from '../../../lib/save-blob.ts';
import type { CompletedItem } from '../uploads/upload-state.ts';
import { type ArchiveEntry, archiveName, packArchive } from './archive.ts';

export type DownloadReport = { savedKeys: string[]; failures: Failure[] };
type Progress = { signal: AbortSignal; onProgress: (done: number) => void };

/** Saves one compressed image under the file name from the server. */
export async function downloadOne(item: CompletedItem): Promise<DownloadReport> {
  try {
    const { blob, fileName } = await fetchResult(item.step.result);
    saveBlob(blob, nameOf(item, fileName));
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
 * Yields each compressed image after it is fully downloaded. A failed download is omitted from the ZIP file, which
 * remains valid.
 */
async function* fetchEntries(
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
    yield { name: nameOf(item, fetched.fileName), blob: fetched.blob };
    report.savedKeys.push(item.key);
  }
}

const nameOf = ({ file }: CompletedItem, fileName: NamedBlob['fileName']) =>
  fileName ?? `compressed_${file.name}`;
