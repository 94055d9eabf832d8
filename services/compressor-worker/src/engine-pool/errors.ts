import type { FailureCode, FailureDetails } from '@gossamer/contracts/errors';

/** The image cannot be compressed; a retry would not help. */
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

/** The child process exited or failed because of a defect or a machine fault. The job should be retried. */
export class EngineCrashedError extends Error {
  override name = 'EngineCrashedError';
}

/** The image could not be read from or written to storage. */
export class StorageUnavailableError extends Error {
  override name = 'StorageUnavailableError';
}

/** The child process was stopped because the worker is shutting down. Another worker takes the job. */
export class AbortedError extends Error {
  override name = 'AbortedError';
}

/**
 * The job takes longer than its lane allows, so it was stopped and nothing was stored. `costMs` is the latest estimate.
 */
export class LongJobError extends Error {
  override name = 'LongJobError';
  readonly costMs: number;

  constructor(costMs: number) {
    super(`costs ${costMs} ms`);
    this.costMs = costMs;
  }
}
