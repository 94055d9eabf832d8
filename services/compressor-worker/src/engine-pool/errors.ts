import type { FailureCode, FailureDetails } from '@gossamer/contracts/errors';

/** The image cannot be compressed, and trying again would not help. */
export class InvalidImageError extends Error {
  override name = 'InvalidImageError';
  readonly code: FailureCode;
  readonly details: FailureDetails | undefined;

  constructor(code: FailureCode, details?: FailureDetails) {
    super(code);
    this.code = code;
    this.details = details;
  }
}

/** The child died or broke: a fault of ours or of the machine, worth another try. */
export class EngineCrashedError extends Error {
  override name = 'EngineCrashedError';
}

/** The store did not give or take the image, which is no fault of this run. */
export class StorageUnavailableError extends Error {
  override name = 'StorageUnavailableError';
}

/** The child was stopped because the worker has to end; the image belongs to somebody else now. */
export class AbortedError extends Error {
  override name = 'AbortedError';
}

/** The job takes longer than its lane allows; it has stored nothing. `costMs` is its cost by the latest estimate. */
export class LongJobError extends Error {
  override name = 'LongJobError';
  readonly costMs: number;

  constructor(costMs: number) {
    super(`costs ${costMs} ms`);
    this.costMs = costMs;
  }
}
