import { downloadZip } from 'client-zip';
import { fileNamer } from './archive-names.ts';

export type ArchiveEntry = { name: string; blob: Blob };

/**
 * Packs the entries into a ZIP. Each entry is requested after the previous one was written. The data is streamed, and
 * the browser stores the archive outside the memory of the page, on disk if it is large.
 */
export function packArchive(entries: AsyncIterable<ArchiveEntry>): Promise<Blob> {
  return downloadZip(zipInputs(entries)).blob();
}

/** Converts entries to inputs of the archive. They are stored uncompressed, because images do not become smaller. */
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
