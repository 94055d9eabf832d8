import { type Failure, toFailure } from '../../lib/api-failure.ts';
import { type ArchiveEntry, archiveName, packArchive } from '../../lib/archive.ts';
import type { ListedCompression } from '../../lib/compressions.ts';
import { fetchResult } from '../../lib/fetch-compressions.ts';
import { saveBlob } from '../../lib/save-blob.ts';

/**
 * Downloads the results of compressions as a ZIP file. Results that cannot be fetched are left out. Calls `onProgress`
 * with the number of fetched results. Returns the failures; if all results failed, no file is saved.
 */
export async function downloadArchive(
  rows: readonly ListedCompression[],
  onProgress: (done: number) => void,
): Promise<Failure[]> {
  const failures: Failure[] = [];
  async function* entries(): AsyncGenerator<ArchiveEntry> {
    for (const [index, row] of rows.entries()) {
      const result = await fetchResult(row).catch((error: unknown) => void failures.push(toFailure(error)));
      onProgress(index + 1);
      if (result) yield { name: result.fileName ?? row.originalFilename, blob: result.blob };
    }
  }
  const archive = await packArchive(entries());
  if (failures.length < rows.length) saveBlob(archive, archiveName(new Date()));
  return failures;
}
