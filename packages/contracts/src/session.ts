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

/** Figures about the service's users that the operator vouches for. Pages show only those that are set. */
export type ClaimsConfig = {
  /** Average rating out of five, and the minimum number of users who rated the service. */
  rating?: { score: number; userCount: number };
  /** Minimum number of users of the service. */
  userCount?: number;
};

/** Session data that the server embeds in the page as JSON, so that the page needs no extra request. */
export type PageSession = {
  user: SessionUser | null;
  ads: AdsConfig;
  claims: ClaimsConfig;
  payments: PaymentsConfig;
};

/** The id of the element that contains the session data. */
export const pageSessionId = 'session';
