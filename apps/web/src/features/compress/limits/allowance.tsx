import { lazyPart } from '../../../components/lazy-part.tsx';
import { useIsCounted } from './use-is-counted.ts';

/**
 * The remaining allowance is lazy-loaded with the error texts, because only browsers that have uploaded an image show
 * it.
 */
const AllowanceLeft = lazyPart(
  () => import('./allowance-left.tsx'),
  ({ AllowanceLeft }) => AllowanceLeft,
  'errors',
);

/** Shows today's remaining allowance. Sends no request from a browser that has never uploaded an image. */
export function Allowance() {
  return useIsCounted() ? <AllowanceLeft /> : null;
}
