import type { Failure } from '../../../lib/api-failure.ts';

/** Thrown if an image could not be compressed on this device. */
export class DeviceError extends Error {
  override readonly name = 'DeviceError';
  readonly failure: Failure;

  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.reason, options);
    this.failure = failure;
  }
}
