import type { ComponentType } from 'react';
import { retryableImport } from '../../../lib/retryable-import.ts';

/** Outcome of a payment. `left`: the user left the provider's page with the browser's back button. */
export type PaymentOutcome =
  | { status: 'paid' }
  | { status: 'left' }
  /**
   * A failed payment. `isOver`: the payment was canceled in another window or has expired, so a new payment is
   * required.
   */
  | { status: 'failed'; message: string; isOver?: boolean };

/** Result of validating the payment fields. Without a message, the fields show the errors themselves. */
export type PaymentCheck = { isComplete: true } | { isComplete: false; message?: string };

export type PaymentOrder = {
  clientSecret: string;
  /** URL to which the provider's page redirects the browser. */
  returnUrl: string;
  email: string | undefined;
};

/** Functions of the payment fields, which are available once the fields are ready. */
export type Payment = {
  check(): Promise<PaymentCheck>;
  confirm(order: PaymentOrder): Promise<PaymentOutcome>;
};

/** Props of the payment fields. The fields keep their input while they are mounted. */
export type PaymentFieldsProps = {
  publishableKey: string;
  /** Client secret of the payment. Undefined while only the amount is known. */
  clientSecret: string | undefined;
  amountCents: number;
  /** Called with the functions when the fields are ready, and with undefined on unmount. */
  onReady: (payment: Payment | undefined) => void;
  onFailed: () => void;
};

/** Loads the component of the payment fields. @throws Error if its code cannot be loaded */
export const loadPaymentFields = async (): Promise<ComponentType<PaymentFieldsProps>> =>
  (await importStripe()).StripeFields;

const importStripe = retryableImport(() => import('./stripe/stripe-fields.tsx'));
