import { extra } from '../../components/extra.tsx';
import { useConsent } from '../../lib/consent.ts';
import { retryableImport } from '../../lib/retryable-import.ts';

/** Lazy-loaded, because visitors who have already answered do not need it. */
const importQuestion = retryableImport(() => import('./consent-question.tsx'));
const ConsentQuestion = extra(async () => (await importQuestion()).ConsentQuestion);

/** Shows the consent question until it is answered. */
export function ConsentBanner() {
  return useConsent() === 'unknown' ? <ConsentQuestion /> : null;
}
