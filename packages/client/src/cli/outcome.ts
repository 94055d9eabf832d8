import type { EngineReport } from '../engine-report.ts';
import type { ResultDelivery } from '../result-delivery.ts';
import type { SkippedVariant } from '../variants.ts';
import type { CompressedVariant } from './compressor.ts';

/** An image to compress. */
export interface Source {
  /** The path as shown to the user. */
  path: string;
  /** The path with symbolic links resolved, unique for each file. */
  realPath: string;
  /** Path below the given folder or glob, which determines the path below `--out`. */
  relativePath: string;
}

/** The outcome of processing one path. Sizes are in bytes. */
export type Outcome = FileOutcome | DeliveredOutcome;

/** The outcome of a path whose result is written on this computer, or of an estimate. */
export type FileOutcome =
  | ({
      status: 'done';
      path: string;
      output: string;
      isReused: boolean;
      variants?: WrittenVariants;
    } & Figures &
      Findings)
  | ({ status: 'estimated'; path: string; isReused: boolean } & Figures)
  | { status: 'skipped'; path: string; output: string }
  | FailedOutcome;

export type FailedOutcome = {
  status: 'failed';
  path: string;
  code: string;
  message: string;
  delivery?: ResultDelivery;
  variants?: WrittenVariants;
};

/** `output` is the URL of the result without its query. Variants have a delivery each instead of a common one. */
type DeliveredOutcome = {
  status: 'delivered';
  path: string;
  output: string;
  isReused: boolean;
  delivery?: ResultDelivery;
  variants?: WrittenVariants;
} & Figures &
  Findings;

export interface Figures {
  format: string;
  originalBytes: number;
  resultBytes: number;
}

/** The variants of an image that were written or delivered, with the paths or the URLs of the files. */
export interface WrittenVariants {
  files: (Pick<CompressedVariant, 'format' | 'widthPx' | 'heightPx' | 'sha256' | 'score'> & {
    output: string;
    sizeBytes: number;
    delivery?: ResultDelivery;
  })[];
  skipped: SkippedVariant[];
  thumbHash: string;
  placeholderUrl: string;
  /** Paths of the files with markup. */
  markup: string[];
}

/** What the engine's report says about the quality of a result. Absent if the result was not scored. */
export type Findings = Pick<EngineReport, 'needsReview' | 'worstTile'> &
  Partial<Pick<EngineReport, 'score' | 'worstTileScore'>>;

/** Returns a result's score, whether a person should look at it, and the part that differs most from the original. */
export function findingsOf(report: EngineReport | null): Findings {
  if (report?.needsReview === undefined) return {};
  const { score, needsReview, worstTile, worstTileScore } = report;
  return { score, needsReview, worstTileScore, ...(worstTile && { worstTile }) };
}

/** An error that concerns only one path. */
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
  EEXIST: 'A file with this name already exists.',
  EACCES: 'Permission denied.',
  EPERM: 'Permission denied.',
  EISDIR: 'This is a folder, not a file.',
  ENOTDIR: 'Part of the path is a file, not a folder.',
  ENOSPC: 'The disk is full.',
  EROFS: 'The file system is read-only.',
  ELOOP: 'Too many levels of symbolic links.',
};

/** Converts a file system error to a FileFault with a readable message. Returns other errors unchanged. */
export function toFileFault(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (error instanceof FileFault || typeof code !== 'string' || !('syscall' in (error as object)))
    return error;
  return new FileFault(code, reasons[code] ?? `File system error ${code}.`);
}
