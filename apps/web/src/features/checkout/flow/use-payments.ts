import type { PaymentsConfig } from '@gossamer/contracts/session';
import { useSyncExternalStore } from 'react';
import { pageSession } from '../../../lib/session.ts';

const never = () => () => {};

/** Returns the payment configuration, null if payments are not configured, or undefined while prerendering. */
export function usePayments(): PaymentsConfig | undefined {
  return useSyncExternalStore(
    never,
    () => pageSession?.payments ?? null,
    () => undefined,
  );
}
