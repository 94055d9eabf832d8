import type { EngineReport } from '@gossamer/contracts/engine-report';
import type { EncodedFormat, InputFormat } from '@gossamer/contracts/formats';
import { type Failure, toFailure } from './api-failure.ts';
import { type ArchiveEntry, archiveName, packArchive } from './archive.ts';
import { createManifest } from './archive-manifest.ts';
import { fetchResult } from './fetch-compressions.ts';
import { nameByPattern, readNamePattern } from './name-pattern.ts';
import { saveBlob } from './save-blob.ts';

/** A result to save. */
export type WantedResult = {
  /** Identifies the result in the report. */
  key: string;
  originalName: string;
  originalBytes: number;
  /** Folder within the archive, or an empty string. */
  folder: string;
  result: {
    id?: string;
    downloadUrl?: string | undefined;
    originalFormat: InputFormat;
    format?: EncodedFormat | undefined;
    width?: number | undefined;
    height?: number | undefined;
    report?: EngineReport | undefined;
  };
};

export type DownloadReport = { savedKeys: string[]; failures: Failure[] };
export type Progress = { signal: AbortSignal; onProgress: (done: number) => void };

/**
 * Saves a ZIP file with all results that can be fetched, and a manifest. Saves nothing if none can be fetched. Rejects if
 * aborted.
 */
export async function saveArchive(
  wanted: readonly WantedResult[],
  progress: Progress,
): Promise<DownloadReport> {
  const report: DownloadReport = { savedKeys: [], failures: [] };
  // If the texts of the manifest cannot be loaded, save the results without it.
  const manifest = await createManifest().catch(() => undefined);
  const archive = await packArchive(fetchEntries(wanted, report, progress), manifest);
  progress.signal.throwIfAborted();
  if (report.savedKeys.length > 0) saveBlob(archive, archiveName(new Date()));
  return report;
}

/** A result to save, with its data. */
export type ResultEntry = ArchiveEntry & { wanted: WantedResult };

/**
 * Yields each result after it is fully downloaded, with its folder and with its name according to the user's name
 * pattern. Failed downloads are omitted and added to the report.
 */
export async function* fetchEntries(
  wanted: readonly WantedResult[],
  report: DownloadReport,
  { signal, onProgress }: Progress,
): AsyncGenerator<ResultEntry> {
  for (const [index, each] of wanted.entries()) {
    signal.throwIfAborted();
    onProgress(index + 1);
    const fetched = await fetchResult(each.result, signal).catch((error: unknown) => toFailure(error));
    signal.throwIfAborted();
    if ('reason' in fetched) {
      report.failures.push(fetched);
      continue;
    }
    const name = resultName(each, index + 1, wanted.length);
    yield { name, folder: each.folder, blob: fetched.blob, wanted: each };
    report.savedKeys.push(each.key);
  }
}

/**
 * Returns the file name of a result according to the user's name pattern. By default, it is based on the original's
 * name.
 */
export function resultName(
  { originalName, result }: Pick<WantedResult, 'originalName' | 'result'>,
  position: number,
  total: number,
): string {
  const { format = 'jpeg', width: widthPx, height: heightPx } = result;
  const facts = { originalName, format, widthPx, heightPx, position, total };
  return nameByPattern(readNamePattern() || '{name}', facts);
}
