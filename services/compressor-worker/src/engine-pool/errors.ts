import type { FailureCode, FailureDetails } from '@gossamer/contracts/errors';

/** Thrown if the image cannot be compressed and a retry would not help. */
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

/** Thrown if the child process exited or failed because of a defect or a machine fault. The job should be retried. */
export class EngineCrashedError extends Error {
  override name = 'EngineCrashedError';
}

/** Thrown if the image could not be read from or written to storage. */
export class StorageUnavailableError extends Error {
  override name = 'StorageUnavailableError';
}

/** Thrown if the child process was stopped because the worker is shutting down. Another worker then takes the job. */
export class AbortedError extends Error {
  override name = 'AbortedError';
}

/**
 * Thrown if a job takes longer than its queue lane (short or long) allows. The job was stopped and nothing was stored.
 * `costMs` is the latest estimate.
 */
export class LongJobError extends Error {
  override name = 'LongJobError';
  readonly costMs: number;

  constructor(costMs: number) {
    super(`job is too long for its lane: ${costMs} ms`);
    this.costMs = costMs;
  }
}
