import type { FailureCode, FailureDetails } from '@gossamer/contracts/errors';

/** The image cannot be compressed, and trying again would not help. */
export class RefusedError extends Error {
  override name = 'RefusedError';
  readonly code: FailureCode;
  readonly details: FailureDetails | undefined;

  constructor(code: FailureCode, details?: FailureDetails) {
    super(code);
    this.code = code;
    this.details = details;
  }
}

/** The child died or broke: a fault of ours or of the machine, worth another try. */
export class BrokenError extends Error {
  override name = 'BrokenError';
}

/** The store did not give or take the picture, which is no fault of this run. */
export class StoreAwayError extends Error {
  override name = 'StoreAwayError';
}

/** The child was stopped because the worker has to end; the picture belongs to somebody else now. */
export class GivenBackError extends Error {
  override name = 'GivenBackError';
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
