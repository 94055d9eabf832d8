import { lazyPart } from '../../../components/lazy-part.tsx';
import { useIsCounted } from './use-is-counted.ts';

/** Lazy-loaded with the error texts, because only browsers that have uploaded an image need it. */
const AllowanceLeft = lazyPart(
  () => import('./allowance-left.tsx'),
  ({ AllowanceLeft }) => AllowanceLeft,
  'errors',
);

/** Shows today's remaining allowance. Sends no request from a browser that has never uploaded an image. */
export function Allowance() {
  return useIsCounted() ? <AllowanceLeft /> : null;
}
