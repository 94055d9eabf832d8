import { lazyPart } from '../../components/lazy-part.tsx';
import { useConsent } from '../../lib/consent.ts';

/** The consent question is lazy-loaded, because visitors who have already answered do not need its code. */
const ConsentQuestion = lazyPart(
  () => import('./consent-question.tsx'),
  ({ ConsentQuestion }) => ConsentQuestion,
);

/** Shows the cookie consent question until the visitor answers. */
export function ConsentBanner() {
  return useConsent() === 'unknown' ? <ConsentQuestion /> : null;
}
