import { planLimits } from '@gossamer/contracts/limits';
import { maxQuality, maxResizePx, minQuality } from '@gossamer/contracts/settings';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
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

/** A failure in words. A code without a text in `errors.json` does not compile. */
export function useFailureText(): (failure: Failure) => string {
  const { t } = useTranslation('errors');
  return useCallback(
    ({ reason, serverMessage }) =>
      reason === 'unknown' && serverMessage ? serverMessage : t(reason, limits),
    [t],
  );
}
