import { useEffect } from 'react';
import { useConsent } from '../lib/consent.ts';
import { pageSession } from '../lib/session.ts';

/** Reports the visit to the operator's ad network, once per page load and only with the visitor's consent. */
export function useVisitPixel(): void {
  const hasAgreed = useConsent() === 'accepted';
  useEffect(() => {
    const url = pageSession?.ads.pixelUrl;
    if (!hasAgreed || url === undefined) return;
    const pixel = new Image(1, 1);
    pixel.referrerPolicy = 'no-referrer';
    pixel.src = url;
  }, [hasAgreed]);
}
