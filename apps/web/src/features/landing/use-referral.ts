import { useEffect } from 'react';
import { trackReferral } from './track-referral.ts';

/** Counts a visit that a partner's link has brought. */
export function useReferral(): void {
  useEffect(() => trackReferral(window.location.search), []);
}
