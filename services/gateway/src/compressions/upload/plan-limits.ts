import type { InputFormat } from '@gossamer/contracts/formats';
import { inputMaxPixels } from '@gossamer/contracts/limits';
import { AppError } from '@gossamer/service-kit/errors';
import type { GatewayDeps } from '../../deps.ts';
import type { Identity } from '../../http/identity/identity.ts';

/** Returns the maximum file size for a caller, in bytes. */
export function maxFileBytesOf({ config }: Pick<GatewayDeps, 'config'>, { tier }: Identity): number {
  return (tier === 'pro' ? config.plans.pro : config.plans.free).maxFileBytes;
}

/** Returns the error for a file that is larger than `maxBytes`. */
export function tooLarge(maxBytes: number): AppError {
  return new AppError('file_too_large', { field: 'image', details: { maxMegabytes: maxBytes / 1_048_576 } });
}

/**
 * Returns the maximum number of pixels (width × height × frames) in an original, which depends on the owner's plan and
 * the format.
 */
export function maxPixelsOf({ config }: GatewayDeps, format: InputFormat, { tier }: Identity): number {
  const { maxPixels } = tier === 'pro' ? config.plans.pro : config.plans.free;
  return Math.min(maxPixels, inputMaxPixels[format] ?? Infinity);
}
