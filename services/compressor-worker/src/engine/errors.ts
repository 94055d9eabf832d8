import type { FailureCode } from '@gossamer/contracts/errors';

/** The picture's own fault: trying again gives the same. Anything else that the engine throws is a defect of ours. */
export class EngineError extends Error {
  override readonly name = 'EngineError';
  readonly code: FailureCode;

  constructor(code: FailureCode, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}
