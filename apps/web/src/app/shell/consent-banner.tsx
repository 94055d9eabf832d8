import { extra } from '../../components/extra.tsx';
import { useConsent } from '../../lib/consent.ts';
import { retryableImport } from '../../lib/retryable-import.ts';

/** Whoever has answered does not fetch the question. */
const importQuestion = retryableImport(() => import('./consent-question.tsx'));
const ConsentQuestion = extra(async () => (await importQuestion()).ConsentQuestion);

/** Asks until there is an answer. */
export function ConsentBanner() {
  return useConsent() === 'unknown' ? <ConsentQuestion /> : null;
}
