import type { FailureCode, FailureDetails } from '@gossamer/contracts/errors';

/** The image's own fault: trying again gives the same. Anything else that the engine throws is a defect of ours. */
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
