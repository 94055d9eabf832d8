import type { EngineReport } from './engine-report.ts';
import type { EncodedFormat, InputFormat } from './formats.ts';

/** Describes the files of a job: what each was made from, and how it differs. */
export interface Manifest {
  version: 1;
  /** Time at which the job ended. */
  createdAt: string;
  files: ManifestFile[];
}

export interface ManifestFile {
  /** Suggested name of the file, relative to the manifest. */
  path: string;
  original: { name: string; format: InputFormat; sizeBytes: number };
  result: {
    format: EncodedFormat;
    sizeBytes: number;
    widthPx: number | null;
    heightPx: number | null;
    /** SHA-256 of the file, as hexadecimal digits. */
    sha256: string | null;
  };
  /** Percentage of the original's size that was saved, rounded to one decimal place; negative if the result is larger. */
  savedPercent: number;
  /** What the engine did. Null in additional variants, and if the result has no report. */
  report: Omit<EngineReport, 'stepsMs' | 'probes' | 'next'> | null;
  /**
   * Present if the file is a variant. `isMain` is true for the one that is the result of the job. `score` is that of the file,
   * or null if it was not measured.
   */
  variant?: { isMain: boolean; score: number | null } | undefined;
}
