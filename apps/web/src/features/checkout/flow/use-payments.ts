import type { PaymentsConfig } from '@gossamer/contracts/session';
import { pageSession } from '../../../lib/session.ts';
import { useInBrowser } from '../../../lib/use-in-browser.ts';

const readPayments = () => pageSession?.payments ?? null;

/** Returns the payment configuration, null if payments are not configured, or undefined while prerendering. */
export const usePayments = (): PaymentsConfig | undefined => useInBrowser(readPayments);
