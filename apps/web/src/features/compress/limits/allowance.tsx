import { useSyncExternalStore } from 'react';
import { extra } from '../../../components/extra.tsx';
import { loadNamespaces } from '../../../i18n/i18n.ts';
import { useSession } from '../../../lib/session.ts';
import { hasUploaded } from '../uploads/remembered.ts';
import { useUploadQueue } from '../uploads/uploads-context.tsx';

/** With the words of failure; who never sent a picture does not fetch it. */
const AllowanceLeft = extra(async () => {
  const [{ AllowanceLeft }] = await Promise.all([import('./allowance-left.tsx'), loadNamespaces(['errors'])]);
  return AllowanceLeft;
});

const neverChanges = () => () => {};

/** What is left of the day. Nothing is asked of the server in a browser that never sent a picture to it. */
export function Allowance() {
  const isMember = Boolean(useSession());
  // Read with each step of the queue, which is when it changes.
  const isKnown = useSyncExternalStore(neverChanges, hasUploaded, () => false);
  const { reachedLimit } = useUploadQueue().state;
  return isMember || isKnown || reachedLimit ? <AllowanceLeft /> : null;
}
