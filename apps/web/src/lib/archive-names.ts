/**
 * Characters that some operating systems do not allow in file names, including control characters and bidi overrides.
 */
const unsafe = /[\p{Cc}\u202a-\u202e\u2066-\u2069<>:"/\\|?*]/gu;
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** Returns a file name that is valid on all operating systems and cannot refer to another folder. */
export function safeFileName(name: string): string {
  const cleaned = name
    .replace(unsafe, '_')
    .replace(/^\.+/, '_')
    .replace(/[. ]+$/, '');
  if (cleaned === '') return 'image';
  return reserved.test(cleaned) ? `_${cleaned}` : cleaned;
}

/** Returns a folder path whose parts are valid on all operating systems and cannot refer to a parent folder. */
function safeFolder(folder: string): string {
  return folder.split('/').filter(Boolean).map(safeFileName).join('/');
}

export type FileNamer = {
  /** Returns a path that is safe and unique within its folder: "a.jpg", "a (2).jpg", "photos/a.jpg". */
  uniqueName: (name: string, folder?: string) => string;
  /**
   * Returns a safe stem for files that belong together, with a number if any of their names is taken. `exists` returns
   * whether a path is taken outside of this object.
   */
  uniqueStem: (
    stem: string,
    endings: readonly string[],
    folder: string,
    exists?: (path: string) => Promise<boolean>,
  ) => Promise<string>;
};

/** Returns functions that make file names unique. Names are compared case-insensitively, as in some file systems. */
export function fileNamer(): FileNamer {
  const taken = new Set<string>();
  const isTaken = (path: string) => taken.has(path.toLowerCase());
  const prefixOf = (folder: string) => (folder === '' ? '' : `${safeFolder(folder)}/`);
  return {
    uniqueName(name, folder = '') {
      const prefix = prefixOf(folder);
      const safe = safeFileName(name);
      const dot = safe.lastIndexOf('.');
      const [stem, extension] = dot > 0 ? [safe.slice(0, dot), safe.slice(dot)] : [safe, ''];
      let candidate = prefix + safe;
      for (let number = 2; isTaken(candidate); number++) {
        candidate = `${prefix}${stem} (${number})${extension}`;
      }
      taken.add(candidate.toLowerCase());
      return candidate;
    },
    async uniqueStem(stem, endings, folder, exists = async () => false) {
      const safe = safeFileName(stem);
      for (let number = 1; ; number++) {
        const candidate = number === 1 ? safe : `${safe} (${number})`;
        const paths = endings.map((ending) => prefixOf(folder) + safeFileName(candidate + ending));
        const isFree = !paths.some(isTaken) && !(await Promise.all(paths.map(exists))).includes(true);
        if (isFree) return candidate;
      }
    },
  };
}
