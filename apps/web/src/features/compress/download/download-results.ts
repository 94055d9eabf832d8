import { downloadZip } from 'client-zip';
import { saveBlob } from '../../../lib/save-blob.ts';
import { fetchResult } from '../requests.ts';
import { toFailure } from '../to-failure.ts';
import type { CompletedItem, Failure } from '../uploads/upload-state.ts';
import { uniqueFileNames } from './archive-names.ts';

export type DownloadReport = { savedKeys: string[]; failures: Failure[] };
type FetchedFile = { key: string; blob: Blob; fileName: string };

export async function downloadOne(item: CompletedItem): Promise<DownloadReport> {
  const { fetched, failures } = await fetchAll([item]);
  for (const { blob, fileName } of fetched) saveBlob(blob, fileName);
  return { savedKeys: fetched.map(({ key }) => key), failures };
}

/** One ZIP of all results that can be fetched, under the names that the server gives them. */
export async function downloadAll(items: CompletedItem[]): Promise<DownloadReport> {
  const { fetched, failures } = await fetchAll(items);
  if (fetched.length > 0) saveBlob(await zip(fetched), archiveName(new Date()));
  return { savedKeys: fetched.map(({ key }) => key), failures };
}

async function fetchAll(items: CompletedItem[]): Promise<{ fetched: FetchedFile[]; failures: Failure[] }> {
  const fetched: FetchedFile[] = [];
  const failures: Failure[] = [];
  for (const { key, file, step } of items) {
    try {
      const { blob, fileName = `compressed_${file.name}` } = await fetchResult(step.result);
      fetched.push({ key, blob, fileName });
    } catch (error) {
      failures.push(toFailure(error));
    }
  }
  return { fetched, failures };
}

/** Images do not shrink further, so the archive only stores. */
function zip(files: FetchedFile[]): Promise<Blob> {
  const names = uniqueFileNames(files.map(({ fileName }) => fileName));
  const lastModified = new Date();
  return downloadZip(
    files.map(({ blob }, index) => ({
      name: names[index],
      input: blob.stream(),
      size: blob.size,
      lastModified,
    })),
  ).blob();
}

function archiveName(now: Date): string {
  const pad = (part: number) => String(part).padStart(2, '0');
  const day = `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
  return `gossamer-${day}-${pad(now.getHours())}${pad(now.getMinutes())}.zip`;
}
