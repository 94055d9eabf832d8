import { setOrigin } from './file-origins.ts';

/**
 * Returns whether dragged, dropped or pasted data contains files. During a drag, browsers expose only the types of the
 * data.
 */
export function hasFiles(data: DataTransfer | null): data is DataTransfer {
  return data?.types.includes('Files') ?? false;
}

/**
 * Returns dropped or pasted files, including the files in dropped folders, and records their origin. Browsers allow
 * reading the data only during the event, so all entries and handles are requested before the first `await`.
 */
export async function droppedFiles(data: DataTransfer): Promise<File[]> {
  const found = Array.from(data.items)
    .filter(({ kind }) => kind === 'file')
    .map((item) => {
      const entry = item.webkitGetAsEntry();
      const handle = item.getAsFileSystemHandle?.().catch(() => null);
      const file = item.getAsFile();
      return handle ? withHandle(handle, file, entry) : filesOf(file, entry);
    });
  return (await Promise.all(found)).flat();
}

/** Returns the files of a handle, or those of the entry if the browser provides no handle. */
async function withHandle(
  requested: Promise<FileSystemHandle | null>,
  file: File | null,
  entry: FileSystemEntry | null,
): Promise<File[]> {
  const handle = await requested;
  if (handle?.kind === 'directory') return filesBelow(handle as FileSystemDirectoryHandle, handle.name);
  if (handle && file) setOrigin(file, { handle: handle as FileSystemFileHandle });
  return filesOf(file, entry);
}

async function filesBelow(directory: FileSystemDirectoryHandle, folder: string): Promise<File[]> {
  const files: File[] = [];
  for await (const handle of directory.values()) {
    if (handle.kind === 'directory') {
      files.push(...(await filesBelow(handle as FileSystemDirectoryHandle, `${folder}/${handle.name}`)));
      continue;
    }
    const file = await (handle as FileSystemFileHandle).getFile();
    setOrigin(file, { folder, handle: handle as FileSystemFileHandle });
    files.push(file);
  }
  return files;
}

async function filesOf(file: File | null, entry: FileSystemEntry | null): Promise<File[]> {
  if (isFolder(entry)) return filesIn(entry);
  return file ? [file] : [];
}

const isFolder = (entry: FileSystemEntry | null): entry is FileSystemDirectoryEntry =>
  entry?.isDirectory === true;

async function filesIn(folder: FileSystemDirectoryEntry): Promise<File[]> {
  const reader = folder.createReader();
  const files: File[] = [];
  // Each call to `readEntries` returns up to 100 entries, and an empty array at the end.
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (entries.length === 0) return files;
    for (const entry of entries) {
      if (isFolder(entry)) files.push(...(await filesIn(entry)));
      else files.push(await fileOf(entry as FileSystemFileEntry, folder.fullPath.slice(1)));
    }
  }
}

async function fileOf(entry: FileSystemFileEntry, folder: string): Promise<File> {
  const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
  setOrigin(file, { folder });
  return file;
}
