import type { proPrice as ProPrice, refundDays as RefundDays } from '@gossamer/contracts/billing';

// Import only the types, because the module would add zod to the first load. The types contain the literal values, so
// another price or period does not compile.
const proPrice: typeof ProPrice = { amountCents: 900, currency: 'usd', interval: 'month' };
const refundDays: typeof RefundDays = 30;

/**
 * Claims about the service that cannot be verified automatically. Operators change them only here. All other figures in
 * the texts are measured or come from the contracts.
 */
export const marketingClaims = {
  /** Average rating, out of five. */
  rating: 4.9,
  /** Minimum number of people who rated the service. */
  ratingUsers: 2_000,
  /** Minimum number of people who have used the service. */
  users: 10_000_000,
  uptimePercent: 99.9,
  /** Largest size reduction of an image, in percent. */
  maxSavedPercent: 90,
  copyrightYear: 2024,
  supportEmail: 'support@gossamer.example',
  proMonthlyPriceUsd: proPrice.amountCents / 100,
  /** Number of days after the first payment in which a refund can be requested. */
  refundDays,
} as const;

/** Maximum of the rating scale. */
export const maxRating = 5;
