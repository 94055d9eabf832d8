import type { proPrice as ProPrice, refundDays as RefundDays } from '@gossamer/contracts/billing';

// Imports only the types, because the contract's module would add zod to the first load. The types consist of the
// values themselves, so another price or period does not compile.
const proPrice: typeof ProPrice = { amountCents: 900, currency: 'usd', interval: 'month' };
const refundDays: typeof RefundDays = 30;

/**
 * Claims about the service that cannot be verified automatically. Operators change them only here. All other figures
 * in the texts come from the contracts or were measured.
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
  /** Days after the first payment within which it is refunded on request. */
  refundDays,
} as const;

/** Maximum of the rating scale. */
export const maxRating = 5;
