import { lazyPart } from '../../components/lazy-part.tsx';
import { useConsent } from '../../lib/consent.ts';

/** Lazy-loaded, because visitors who have already answered do not need it. */
const ConsentQuestion = lazyPart(
  () => import('./consent-question.tsx'),
  ({ ConsentQuestion }) => ConsentQuestion,
);

/** Shows the consent question until it is answered. */
export function ConsentBanner() {
  return useConsent() === 'unknown' ? <ConsentQuestion /> : null;
}
