import { downloadZip } from 'client-zip';
import { fileNamer } from './archive-names.ts';

export type ArchiveEntry = { name: string; blob: Blob };

/**
 * One ZIP of the entries, each asked for when the one before is written. The bytes go from stream to stream, and the
 * browser keeps the finished archive outside of the page, on disk when it is large.
 */
export function packArchive(entries: AsyncIterable<ArchiveEntry>): Promise<Blob> {
  return downloadZip(zipInputs(entries)).blob();
}

/** Images do not shrink further, so the archive only stores. */
async function* zipInputs(entries: AsyncIterable<ArchiveEntry>) {
  const uniqueName = fileNamer();
  const lastModified = new Date();
  for await (const { name, blob } of entries) {
    yield { name: uniqueName(name), input: blob.stream(), size: blob.size, lastModified };
  }
}

export function archiveName(now: Date): string {
  const pad = (part: number) => String(part).padStart(2, '0');
  const day = `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
  return `gossamer-${day}-${pad(now.getHours())}${pad(now.getMinutes())}.zip`;
}
