import { fakeStripeKeyPrefix } from '@gossamer/contracts/billing';
import type { ComponentType } from 'react';
import { retryableImport } from '../../../lib/retryable-import.ts';

/** How a payment ended. `left` is for those who came back from the provider's page by the browser's own button. */
export type PaymentOutcome =
  | { status: 'paid' }
  | { status: 'left' }
  /** `isOver`: this payment was taken back, in another window or by its age; another one must be asked for. */
  | { status: 'failed'; message: string; isOver?: boolean };

/** Whether all is filled in. Without a message the fields themselves say what is missing. */
export type PaymentCheck = { isComplete: true } | { isComplete: false; message?: string };

export type PaymentOrder = {
  clientSecret: string;
  /** Where a payment that leads elsewhere comes back to. */
  returnUrl: string;
  email: string | undefined;
};

/** What can be done with the fields once they are there. */
export type Payment = {
  check(): Promise<PaymentCheck>;
  confirm(order: PaymentOrder): Promise<PaymentOutcome>;
};

/** The fields of a provider: they keep what is typed for as long as they stand in the page. */
export type PaymentFieldsProps = {
  publishableKey: string;
  /** What is to be paid; undefined while there is only an amount. */
  clientSecret: string | undefined;
  amountCents: number;
  /** Called with undefined when they are no longer there. */
  onReady: (payment: Payment | undefined) => void;
  onFailed: () => void;
};

/** The code of the provider that the key belongs to, and of no other. @throws when it cannot be fetched */
export async function loadPaymentFields(publishableKey: string): Promise<ComponentType<PaymentFieldsProps>> {
  if (isFakeStripe(publishableKey)) return (await importFakeStripe()).FakeStripeFields;
  return (await importStripe()).StripeFields;
}

const importFakeStripe = retryableImport(() => import('./fake-stripe/fake-stripe-fields.tsx'));
const importStripe = retryableImport(() => import('./stripe/stripe-fields.tsx'));

export const isFakeStripe = (publishableKey: string) => publishableKey.startsWith(fakeStripeKeyPrefix);

/** No real money moves. */
export const isTestKey = (publishableKey: string) =>
  isFakeStripe(publishableKey) || publishableKey.startsWith('pk_test_');
