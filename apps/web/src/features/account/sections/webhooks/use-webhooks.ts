import type { Webhook } from '@gossamer/contracts/webhooks';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { webhookRequests } from '../../../../lib/api-webhooks.ts';
import { useLeaveLoggedOut } from '../../../../lib/use-leave-logged-out.ts';

/** What is kept of one webhook begins with it, so that all of it is read again together. */
export const webhooksKey = ['/api/webhooks'] as const;

const webhooksQuery = queryOptions({
  queryKey: [...webhooksKey, 'list'],
  queryFn: ({ signal }) => webhookRequests.list(signal),
  // Addresses that do not answer are switched off meanwhile.
  refetchOnMount: 'always',
});

/** The member's webhooks, the one of jobs' own addresses last. */
export function useWebhooks() {
  const list = useQuery(webhooksQuery);
  useLeaveLoggedOut(list.error);
  return list;
}

/** Notes what the server has just said, without reading all of it again. */
export function useNoteWebhooks() {
  const queryClient = useQueryClient();
  const note = (change: (known: Webhook[]) => Webhook[]) =>
    queryClient.setQueryData(
      webhooksQuery.queryKey,
      (known: Webhook[] | undefined) => known && change(known),
    );
  const noteParts = (id: string, parts: Partial<Webhook>) =>
    note((known) => known.map((each) => (each.id === id ? { ...each, ...parts } : each)));
  return {
    /** The newest goes first, as the list has it. */
    noteAdded: (added: Webhook) => note((known) => [added, ...known]),
    noteChanged: (changed: Webhook) => noteParts(changed.id, changed),
    noteRotated: (id: string, previousSecretEndsAt: string | null) => noteParts(id, { previousSecretEndsAt }),
    noteDeleted: (id: string) => note((known) => known.filter((each) => each.id !== id)),
    /** After a message: an address that answered 410 has been switched off, and the list has one more. */
    readAgain: () => queryClient.invalidateQueries({ queryKey: webhooksKey }),
  };
}
