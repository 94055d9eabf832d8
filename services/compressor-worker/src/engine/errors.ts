import type { FailureCode, FailureDetails } from '@gossamer/contracts/errors';

/** The image cannot be compressed, so a retry would fail too. Any other error that the engine throws is a defect. */
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
