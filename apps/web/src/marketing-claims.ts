import type { proPrice as ProPrice, refundDays as RefundDays } from '@gossamer/contracts/billing';

// Only the types are imported, because the module itself would add Zod to the initial load. The types contain literal
// values, so a different price or period does not compile.
const proPrice: typeof ProPrice = { amountCents: 900, currency: 'usd', interval: 'month' };
const refundDays: typeof RefundDays = 30;

/**
 * Claims about the service that cannot be verified automatically. Edit them only in this file. All other figures in the
 * UI texts are measured or come from the contracts package.
 */
export const marketingClaims = {
  uptimePercent: 99.9,
  /** Maximum size reduction of an image in percent. */
  maxSavedPercent: 90,
  copyrightYear: 2024,
  supportEmail: 'support@gossamer.example',
  proMonthlyPriceUsd: proPrice.amountCents / 100,
  /** Number of days after the first payment during which a refund can be requested. */
  refundDays,
} as const;

/** Maximum of the rating scale. */
export const maxRating = 5;
