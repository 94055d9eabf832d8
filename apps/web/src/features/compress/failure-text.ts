import { planLimits } from '@gossamer/contracts/limits';
import { maxQuality, maxResizePx, minQuality } from '@gossamer/contracts/settings';
import { i18n } from '../../i18n/i18n.ts';
import type { Failure } from './uploads/upload-state.ts';

const { maxFileBytes, maxPixels } = planLimits.free;

/** The numbers that the texts of errors name. */
const limits = {
  minQuality,
  maxQuality,
  maxResizePx,
  maxMegabytes: maxFileBytes / 1024 ** 2,
  maxMegapixels: maxPixels / 1_000_000,
};

/** A failure in words, once `errors` is loaded. A code without a text in `errors.json` does not compile. */
export function failureText({ reason, serverMessage }: Failure): string {
  return reason === 'unknown' && serverMessage ? serverMessage : i18n.t(`errors:${reason}`, limits);
}
