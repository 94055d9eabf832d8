/** An image that is to be compressed. */
export interface Source {
  /** As it is named to the user. */
  path: string;
  /** Without links; one file has one. */
  realPath: string;
  /** Where it stands below what was asked for; names its place below `--out`. */
  relativePath: string;
}

/** What became of one path. Sizes in bytes. */
export type Outcome =
  | ({ status: 'done'; path: string; output: string; isReused: boolean } & Figures)
  | ({ status: 'estimated'; path: string; isReused: boolean } & Figures)
  | { status: 'skipped'; path: string; output: string }
  | { status: 'failed'; path: string; code: string; message: string };

export interface Figures {
  format: string;
  originalBytes: number;
  resultBytes: number;
}

/** Why one path cannot be done; the others can. */
export class FileFault extends Error {
  override readonly name = 'FileFault';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

const reasons: Record<string, string> = {
  ENOENT: 'File not found.',
  EACCES: 'Permission denied.',
  EPERM: 'Permission denied.',
  EISDIR: 'This is a folder, not a file.',
  ENOTDIR: 'Part of the path is a file, not a folder.',
  ENOSPC: 'The disk is full.',
  EROFS: 'The file system is read-only.',
  ELOOP: 'Too many levels of symbolic links.',
};

/** A fault of the file system in words; anything else as it is. */
export function toFileFault(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (error instanceof FileFault || typeof code !== 'string' || !('syscall' in (error as object)))
    return error;
  return new FileFault(code, reasons[code] ?? `File system error ${code}.`);
}
