import type { proPrice as ProPrice, refundDays as RefundDays } from '@gossamer/contracts/billing';

// Only the types come from the contract, since its file brings zod into the first load. They are the numbers themselves:
// another price or another time does not compile.
const proPrice: typeof ProPrice = { amountCents: 900, currency: 'usd', interval: 'month' };
const refundDays: typeof RefundDays = 30;

/**
 * What the pages say about the service and no program can check. An operator who runs the product changes it here, and
 * only here. Everything else in the texts follows from the contracts or was measured.
 */
export const marketingClaims = {
  /** Average rating, out of five. */
  rating: 4.9,
  /** At least so many people rated. */
  ratingUsers: 2_000,
  /** At least so many people have used the service. */
  users: 10_000_000,
  uptimePercent: 99.9,
  /** The most that an image has become smaller. */
  maxSavedPercent: 90,
  copyrightYear: 2024,
  supportEmail: 'support@gossamer.example',
  proMonthlyPriceUsd: proPrice.amountCents / 100,
  /** Days after the first payment in which it is paid back on request. */
  refundDays,
} as const;

/** The rating's scale. */
export const maxRating = 5;
