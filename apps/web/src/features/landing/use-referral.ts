import { useEffect } from 'react';
import { trackReferral } from './track-referral.ts';

/** Reports a visit through a partner's referral link. */
export function useReferral(): void {
  useEffect(() => trackReferral(window.location.search), []);
}
