import { lazyPart } from '../../components/lazy-part.tsx';
import { useConsent } from '../../lib/consent.ts';

/** The consent question is lazy-loaded, because visitors who have already answered it do not need its code. */
const ConsentQuestion = lazyPart(
  () => import('./consent-question.tsx'),
  ({ ConsentQuestion }) => ConsentQuestion,
);

/** Shows the consent question until it is answered. */
export function ConsentBanner() {
  return useConsent() === 'unknown' ? <ConsentQuestion /> : null;
}
