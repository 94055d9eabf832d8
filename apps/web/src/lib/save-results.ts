import type { Compression, WebVariantGroup } from '@gossamer/contracts/compressions';
import type { EngineReport } from '@gossamer/contracts/engine-report';
import type { EncodedFormat, InputFormat } from '@gossamer/contracts/formats';
import type { CompressionSettings } from '@gossamer/contracts/settings';
import { splitFilename } from '@gossamer/contracts/split-filename';
import { type Failure, toFailure } from './api-failure.ts';
import { type ArchiveEntry, archiveName, packArchive } from './archive.ts';
import { fetchGroup, type GroupFile, type StemOf } from './archive-group.ts';
import { createManifest } from './archive-manifest.ts';
import { fileNamer, safeFileName } from './archive-names.ts';
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
  /** Settings with which the image was compressed, if they are known. */
  settings?: CompressionSettings | undefined;
  result: {
    id?: string;
    downloadUrl?: string | undefined;
    originalFormat: InputFormat;
    format?: EncodedFormat | undefined;
    width?: number | undefined;
    height?: number | undefined;
    report?: EngineReport | undefined;
    variants?: WebVariantGroup | undefined;
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
  name = archiveName(new Date()),
): Promise<DownloadReport> {
  const report: DownloadReport = { savedKeys: [], failures: [] };
  // If the texts of the manifest cannot be loaded, save the results without it.
  const manifest = await createManifest().catch(() => undefined);
  const namer = fileNamer();
  const archive = await packArchive(
    fetchEntries(wanted, report, progress, namer.uniqueStem),
    manifest,
    namer,
  );
  progress.signal.throwIfAborted();
  if (report.savedKeys.length > 0) saveBlob(archive, name);
  return report;
}

/** Returns a compression of the user's list as a result to save. */
export const toWanted = (
  row: WantedResult['result'] & { id: string } & Pick<
      Compression,
      'originalFilename' | 'originalSize' | 'settings'
    >,
): WantedResult => ({
  key: row.id,
  originalName: row.originalFilename,
  originalBytes: row.originalSize,
  folder: '',
  settings: row.settings,
  result: row,
});

/** Saves a ZIP file with the variants of one image. */
export function saveGroup(wanted: WantedResult): Promise<DownloadReport> {
  const progress = { signal: new AbortController().signal, onProgress: () => {} };
  return saveArchive([wanted], progress, safeFileName(`${splitFilename(wanted.originalName).stem}.zip`));
}

/** A file to save, with its data. */
export type ResultEntry = ArchiveEntry & {
  wanted: WantedResult;
  /** Set if the file belongs to the variants of an image. */
  ofGroup?: GroupFile;
};

/**
 * Yields each result after it is fully downloaded, with its folder and with its name according to the user's name
 * pattern. Variants of an image keep their own names, because the markup refers to them, and are followed by the markup.
 * Failed downloads are omitted and added to the report.
 * @param stemOf returns an unused name for the variants of an image
 */
export async function* fetchEntries(
  wanted: readonly WantedResult[],
  report: DownloadReport,
  { signal, onProgress }: Progress,
  stemOf: StemOf,
): AsyncGenerator<ResultEntry> {
  for (const [index, each] of wanted.entries()) {
    signal.throwIfAborted();
    onProgress(index + 1);
    const fetched = await fetchFiles(each, signal, stemOf).catch((error: unknown) => toFailure(error));
    signal.throwIfAborted();
    if ('reason' in fetched) {
      report.failures.push(fetched);
      continue;
    }
    const name = resultName(each, index + 1, wanted.length);
    for (const file of fetched) yield { name, folder: each.folder, ...file, wanted: each };
    report.savedKeys.push(each.key);
  }
}

type FetchedFile = Pick<ResultEntry, 'blob' | 'ofGroup'> & { name?: string };

/** Downloads a result, or all its variants with their names. */
async function fetchFiles(wanted: WantedResult, signal: AbortSignal, stemOf: StemOf): Promise<FetchedFile[]> {
  const { variants } = wanted.result;
  if (variants) return fetchGroup(wanted, variants, signal, stemOf);
  return [{ blob: (await fetchResult(wanted.result, signal)).blob }];
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
