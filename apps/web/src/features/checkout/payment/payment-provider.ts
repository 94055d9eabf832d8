import { fakeStripeKeyPrefix } from '@gossamer/contracts/billing';
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

/** Loads only the code of the provider that the key belongs to. @throws when it cannot be loaded */
export async function loadPaymentFields(publishableKey: string): Promise<ComponentType<PaymentFieldsProps>> {
  if (isFakeStripe(publishableKey)) return (await importFakeStripe()).FakeStripeFields;
  return (await importStripe()).StripeFields;
}

const importFakeStripe = retryableImport(() => import('./fake-stripe/fake-stripe-fields.tsx'));
const importStripe = retryableImport(() => import('./stripe/stripe-fields.tsx'));

export const isFakeStripe = (publishableKey: string) => publishableKey.startsWith(fakeStripeKeyPrefix);

/** Returns whether the key makes no real payments. */
export const isTestKey = (publishableKey: string) =>
  isFakeStripe(publishableKey) || publishableKey.startsWith('pk_test_');
