import type { SessionUser } from './session-user.ts';

/** Addresses of the ad network, where the operator has one. Nothing of it is asked for before the visitor consents. */
export type AdsConfig = {
  /** Shown in a frame of its own; `{slot}` stands for the place. */
  frameUrl?: string;
  /** An image of one pixel that counts the visit. */
  pixelUrl?: string;
};

/** How the browser pays; null where no payment is set up. */
export type PaymentsConfig = { publishableKey: string } | null;

/** What the server says of the visitor in the page itself, as a block of JSON, so that nothing waits for a call. */
export type PageSession = { user: SessionUser | null; ads: AdsConfig; payments: PaymentsConfig };

/** The element that holds it. */
export const pageSessionId = 'session';
