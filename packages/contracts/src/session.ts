import type { SessionUser } from './session-user.ts';

/** URLs of the operator's ad network, if any. Nothing is requested from the network before the visitor consents. */
export type AdsConfig = {
  /** URL of an ad's iframe. `{slot}` is replaced with the name of the ad slot. */
  frameUrl?: string;
  /** URL of a tracking pixel that counts visits. */
  pixelUrl?: string;
};

/** Payment settings for the browser; null if payments are not configured. */
export type PaymentsConfig = { publishableKey: string } | null;

/** Session data that the server embeds in the page as JSON, so that the page needs no extra request. */
export type PageSession = { user: SessionUser | null; ads: AdsConfig; payments: PaymentsConfig };

/** The id of the element that contains the session data. */
export const pageSessionId = 'session';
