import { useConsent } from '../../lib/consent.ts';
import { ConsentQuestion } from './consent-question.tsx';

/** Shows the cookie consent question until the visitor answers. */
export function ConsentBanner() {
  return useConsent() === 'unknown' ? <ConsentQuestion /> : null;
}
