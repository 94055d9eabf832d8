import type { SessionUser } from './session-user.ts';

/** URLs of the operator's ad network, if there is one. Nothing is requested from it before the visitor consents. */
export type AdsConfig = {
  /** URL of an ad's iframe. `{slot}` is replaced with the ad slot. */
  frameUrl?: string;
  /** A tracking pixel that counts the visit. */
  pixelUrl?: string;
};

/** Payment settings of the browser; null if payments are not configured. */
export type PaymentsConfig = { publishableKey: string } | null;

/** Session data that the server embeds in the page as a JSON block, so that the page needs no extra request. */
export type PageSession = { user: SessionUser | null; ads: AdsConfig; payments: PaymentsConfig };

/** The id of the element that contains the session data. */
export const pageSessionId = 'session';
