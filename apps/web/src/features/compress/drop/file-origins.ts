type Origin = {
  /** Folder that contains the file, relative to the folder that the user added, such as `photos/2026`. */
  folder?: string;
  /** Handle that can replace the file on disk. Only some browsers provide it, and only for dropped files. */
  handle?: FileSystemFileHandle;
};

const origins = new WeakMap<File, Origin>();

/** Records where a file came from. */
export function setOrigin(file: File, origin: Origin): void {
  origins.set(file, origin);
}

/** Returns where a file came from. For files from the folder picker, derives the folder from `webkitRelativePath`. */
export function originOf(file: File): Origin {
  const folder = file.webkitRelativePath.split('/').slice(0, -1).join('/');
  return origins.get(file) ?? { ...(folder && { folder }) };
}
