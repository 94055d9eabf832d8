import { extra } from '../../../components/extra.tsx';
import { loadNamespaces } from '../../../i18n/i18n.ts';
import { useIsCounted } from './use-is-counted.ts';

/** With the words of failure; who never sent an image does not fetch it. */
const AllowanceLeft = extra(async () => {
  const [{ AllowanceLeft }] = await Promise.all([import('./allowance-left.tsx'), loadNamespaces(['errors'])]);
  return AllowanceLeft;
});

/** What is left of the day. Nothing is asked of the server in a browser that never sent an image to it. */
export function Allowance() {
  return useIsCounted() ? <AllowanceLeft /> : null;
}
