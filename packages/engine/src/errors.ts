import type { FailureCode, FailureDetails } from '@gossamer/contracts/errors';

/** Thrown if the image cannot be compressed and a retry would fail too. Any other engine error is a defect. */
export class EngineError extends Error {
  override readonly name = 'EngineError';
  readonly code: FailureCode;
  readonly details: FailureDetails | undefined;

  constructor(code: FailureCode, options?: ErrorOptions & { details?: FailureDetails }) {
    super(code, options);
    this.code = code;
    this.details = options?.details;
  }
}
