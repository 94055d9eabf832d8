import type { PaymentsConfig } from '@gossamer/contracts/session';
import { useSyncExternalStore } from 'react';
import { pageSession } from '../../../lib/session.ts';

const never = () => () => {};

/** How one pays here: null where no payment is set up, undefined in a page that was rendered before that is known. */
export function usePayments(): PaymentsConfig | undefined {
  return useSyncExternalStore(
    never,
    () => pageSession?.payments ?? null,
    () => undefined,
  );
}
