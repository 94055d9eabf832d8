import { extra } from '../../../components/extra.tsx';
import { loadNamespaces } from '../../../i18n/i18n.ts';
import { useIsCounted } from './use-is-counted.ts';

/** Lazy-loaded with the error texts, because only browsers that have uploaded an image need it. */
const AllowanceLeft = extra(async () => {
  const [{ AllowanceLeft }] = await Promise.all([import('./allowance-left.tsx'), loadNamespaces(['errors'])]);
  return AllowanceLeft;
});

/** Shows today's remaining allowance. Sends no request from a browser that has never uploaded an image. */
export function Allowance() {
  return useIsCounted() ? <AllowanceLeft /> : null;
}
