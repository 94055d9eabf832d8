import type { InputFormat } from '@gossamer/contracts/formats';
import type { FailedOutcome } from '../outcome.ts';

/** What was found out about one image. */
export type Checked = CheckedImage | SkippedImage | FailedOutcome;

export interface CheckedImage extends ImageFacts {
  /** `fixed`: a smaller file was written. The facts are those of the new file. */
  status: 'checked' | 'fixed';
  /** What can be saved or was saved. Null if it is less than the minimum that counts, or unknown. */
  saving: Saving | null;
  /** The limits that the file exceeds. */
  exceeded: ExceededLimit[];
}

/** An image that is not read: a pointer of Git LFS, whose content is elsewhere, or a path that is a symbolic link. */
export interface SkippedImage {
  status: 'skipped';
  path: string;
  reason: 'git-lfs-pointer' | 'symbolic-link';
}

export interface ImageFacts {
  /** Path relative to the working directory, with slashes. It can contain any characters. */
  path: string;
  format: InputFormat;
  sizeBytes: number;
  /** Size of the upright image. Null if it cannot be read without decoding. */
  widthPx: number | null;
  heightPx: number | null;
}

export interface Saving {
  originalBytes: number;
  resultBytes: number;
  /** Whether `resultBytes` is an estimate of the server. */
  isEstimate: boolean;
}

export type ExceededLimit =
  | { limit: 'maxBytes' | 'maxWidthPx' | 'maxHeightPx'; allowed: number; actual: number }
  | { limit: 'formats'; allowed: InputFormat[]; actual: InputFormat };

export const isImage = (checked: Checked): checked is CheckedImage =>
  checked.status === 'checked' || checked.status === 'fixed';

/** Returns whether an image exceeds a limit or, unless savings are only reported, could be smaller. */
export function isOverBudget(checked: Checked, { failOnSavings }: { failOnSavings: boolean }): boolean {
  if (!isImage(checked)) return false;
  return checked.exceeded.length > 0 || (failOnSavings && isSavable(checked));
}

/** Returns whether an image could be smaller. */
export const isSavable = (checked: Checked): checked is CheckedImage & { saving: Saving } =>
  checked.status === 'checked' && checked.saving !== null;
