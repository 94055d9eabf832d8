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

/**
 * Returns a function that makes file names safe and unique within a folder: "a.jpg", "a (2).jpg", "photos/a.jpg". Names
 * are compared case-insensitively, as in some file systems.
 */
export function fileNamer(): (name: string, folder?: string) => string {
  const taken = new Set<string>();
  return (name, folder = '') => {
    const prefix = folder === '' ? '' : `${safeFolder(folder)}/`;
    const safe = safeFileName(name);
    const dot = safe.lastIndexOf('.');
    const [stem, extension] = dot > 0 ? [safe.slice(0, dot), safe.slice(dot)] : [safe, ''];
    let candidate = prefix + safe;
    for (let number = 2; taken.has(candidate.toLowerCase()); number++) {
      candidate = `${prefix}${stem} (${number})${extension}`;
    }
    taken.add(candidate.toLowerCase());
    return candidate;
  };
}
