/**
 * Returns whether dragged, dropped or pasted data contains files. During a drag, browsers expose only the types of the
 * data.
 */
export function hasFiles(data: DataTransfer | null): data is DataTransfer {
  return data?.types.includes('Files') ?? false;
}

/**
 * Returns dropped or pasted files, including the files in dropped folders. Browsers allow reading the data only during
 * the event, so all entries are read before the first `await`.
 */
export async function droppedFiles(data: DataTransfer): Promise<File[]> {
  const found = Array.from(data.items)
    .filter(({ kind }) => kind === 'file')
    .map((item) => {
      const entry = item.webkitGetAsEntry();
      return isFolder(entry) ? filesIn(entry) : item.getAsFile();
    });
  return (await Promise.all(found)).flat().filter((file) => file !== null);
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
      else files.push(await fileOf(entry as FileSystemFileEntry));
    }
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}
