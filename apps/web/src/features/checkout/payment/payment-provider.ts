import type { ComponentType } from 'react';
import { retryableImport } from '../../../lib/retryable-import.ts';

/** Outcome of a payment. `left`: the user returned from the provider's page with the browser's back button. */
export type PaymentOutcome =
  | { status: 'paid' }
  | { status: 'left' }
  /** `isOver`: the payment was cancelled, from another window or by expiry, and a new one is required. */
  | { status: 'failed'; message: string; isOver?: boolean };

/** Whether the fields are complete. Without a message the fields show their errors themselves. */
export type PaymentCheck = { isComplete: true } | { isComplete: false; message?: string };

export type PaymentOrder = {
  clientSecret: string;
  /** URL to which the provider's page redirects. */
  returnUrl: string;
  email: string | undefined;
};

/** Operations on payment fields that are ready. */
export type Payment = {
  check(): Promise<PaymentCheck>;
  confirm(order: PaymentOrder): Promise<PaymentOutcome>;
};

/** Props of a provider's fields, which keep their input while they are mounted. */
export type PaymentFieldsProps = {
  publishableKey: string;
  /** Client secret of the payment; undefined while only the amount is known. */
  clientSecret: string | undefined;
  amountCents: number;
  /** Called with undefined on unmount. */
  onReady: (payment: Payment | undefined) => void;
  onFailed: () => void;
};

/** Loads the fields of the provider. @throws if they cannot be fetched */
export const loadPaymentFields = async (): Promise<ComponentType<PaymentFieldsProps>> =>
  (await importStripe()).StripeFields;

const importStripe = retryableImport(() => import('./stripe/stripe-fields.tsx'));
