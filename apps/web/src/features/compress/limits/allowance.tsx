import { lazyPart } from '../../../components/lazy-part.tsx';
import { useIsCounted } from './use-is-counted.ts';

/**
 * The allowance component is lazy-loaded with the error texts, because it is shown only in browsers that have uploaded
 * an image.
 */
const AllowanceLeft = lazyPart(
  () => import('./allowance-left.tsx'),
  ({ AllowanceLeft }) => AllowanceLeft,
  'errors',
);

/** Shows today's remaining allowance. Sends no request if this browser has never uploaded an image. */
export function Allowance() {
  return useIsCounted() ? <AllowanceLeft /> : null;
}
