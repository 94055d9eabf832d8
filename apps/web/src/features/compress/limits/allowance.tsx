import { extra } from '../../../components/extra.tsx';
import { loadNamespaces } from '../../../i18n/i18n.ts';
import { useIsCounted } from './use-is-counted.ts';

/** Loaded with the error texts, and only in browsers that have uploaded an image. */
const AllowanceLeft = extra(async () => {
  const [{ AllowanceLeft }] = await Promise.all([import('./allowance-left.tsx'), loadNamespaces(['errors'])]);
  return AllowanceLeft;
});

/** Shows today's remaining allowance. Sends no request in a browser that has never uploaded an image. */
export function Allowance() {
  return useIsCounted() ? <AllowanceLeft /> : null;
}
