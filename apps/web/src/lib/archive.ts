import { downloadZip } from 'client-zip';
import { type FileNamer, fileNamer } from './archive-names.ts';

export type ArchiveEntry = {
  name: string;
  /** Folder within the archive, or an empty string. */
  folder?: string;
  blob: Blob;
};

/**
 * Describes the entries of an archive in further entries at its end. If it fails, the archive has no such entries.
 */
export type Appendix<T> = {
  /** Called with each entry before it is packed. */
  add: (entry: T, path: string) => Promise<void>;
  entries: () => ArchiveEntry[];
};

/**
 * Packs the entries into a ZIP file, with paths from `namer`. Requests each entry after writing the previous one. The
 * data is streamed to a Blob, which the browser stores on disk if it is large.
 */
export function packArchive<T extends ArchiveEntry>(
  entries: AsyncIterable<T>,
  appendix?: Appendix<T>,
  namer = fileNamer(),
): Promise<Blob> {
  return downloadZip(zipInputs(entries, appendix, namer)).blob();
}

/** Converts entries to ZIP inputs. Images are stored without compression, because they would hardly become smaller. */
async function* zipInputs<T extends ArchiveEntry>(
  entries: AsyncIterable<T>,
  appendix: Appendix<T> | undefined,
  { uniqueName }: FileNamer,
) {
  const lastModified = new Date();
  const toInput = (name: string, { blob }: ArchiveEntry) => ({
    name,
    input: blob.stream(),
    size: blob.size,
    lastModified,
  });
  let described = appendix;
  for await (const entry of entries) {
    const path = uniqueName(entry.name, entry.folder);
    await described?.add(entry, path).catch(() => {
      described = undefined;
    });
    yield toInput(path, entry);
  }
  for (const entry of described ? entriesOf(described) : []) {
    yield toInput(uniqueName(entry.name, entry.folder), entry);
  }
}

function entriesOf<T>(appendix: Appendix<T>): ArchiveEntry[] {
  try {
    return appendix.entries();
  } catch {
    return [];
  }
}

export function archiveName(now: Date): string {
  const pad = (part: number) => String(part).padStart(2, '0');
  const day = `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
  return `gossamer-${day}-${pad(now.getHours())}${pad(now.getMinutes())}.zip`;
}
