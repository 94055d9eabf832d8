import { downloadZip } from 'client-zip';
import { fileNamer } from './archive-names.ts';

export type ArchiveEntry = {
  name: string;
  /** Folder within the archive, or an empty string. */
  folder?: string;
  blob: Blob;
};

/**
 * Packs the entries into a ZIP file. Requests each entry after writing the previous one. The data is streamed to a
 * Blob, which the browser stores on disk if it is large.
 */
export function packArchive(entries: AsyncIterable<ArchiveEntry>): Promise<Blob> {
  return downloadZip(zipInputs(entries)).blob();
}

/** Converts entries to ZIP inputs. Images are stored without compression, because they would hardly become smaller. */
async function* zipInputs(entries: AsyncIterable<ArchiveEntry>) {
  const uniqueName = fileNamer();
  const lastModified = new Date();
  for await (const { name, folder, blob } of entries) {
    yield { name: uniqueName(name, folder), input: blob.stream(), size: blob.size, lastModified };
  }
}

export function archiveName(now: Date): string {
  const pad = (part: number) => String(part).padStart(2, '0');
  const day = `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
  return `gossamer-${day}-${pad(now.getHours())}${pad(now.getMinutes())}.zip`;
}
