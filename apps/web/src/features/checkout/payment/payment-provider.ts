import type { ComponentType } from 'react';
import { retryableImport } from '../../../lib/retryable-import.ts';

/** Outcome of a payment. `left` means that the user left the provider's page with the browser's back button. */
export type PaymentOutcome =
  | { status: 'paid' }
  | { status: 'left' }
  /**
   * A failed payment. If `isOver` is set, the payment has expired or was canceled in another window, and a new payment
   * is required.
   */
  | { status: 'failed'; message: string; isOver?: boolean };

/** Validation result of the payment fields. If there is no message, the fields display the errors themselves. */
export type PaymentCheck = { isComplete: true } | { isComplete: false; message?: string };

export type PaymentOrder = {
  clientSecret: string;
  /** URL to which the payment provider redirects the browser after the payment. */
  returnUrl: string;
  email: string | undefined;
};

/** Functions that the payment fields provide once they are ready. */
export type Payment = {
  check(): Promise<PaymentCheck>;
  confirm(order: PaymentOrder): Promise<PaymentOutcome>;
};

/** Props of the payment fields. The fields keep the user's input while they are mounted. */
export type PaymentFieldsProps = {
  publishableKey: string;
  /**
   * Client secret of the payment. Undefined if only the amount is known, because the subscription is created on submit.
   */
  clientSecret: string | undefined;
  amountCents: number;
  /** Called with the payment functions when the fields are ready, and with undefined on unmount. */
  onReady: (payment: Payment | undefined) => void;
  onFailed: () => void;
};

/**
 * Loads the payment fields component.
 * @throws Error if its code cannot be loaded
 */
export const loadPaymentFields = async (): Promise<ComponentType<PaymentFieldsProps>> =>
  (await importStripe()).StripeFields;

const importStripe = retryableImport(() => import('./stripe/stripe-fields.tsx'));
