import type { Webhook } from '@gossamer/contracts/webhooks';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { webhookRequests } from '../../../../lib/api-webhooks.ts';
import { useLeaveLoggedOut } from '../../../../lib/use-leave-logged-out.ts';

/** Query key prefix of webhooks and their deliveries, so that both can be invalidated together. */
export const webhooksKey = ['/api/webhooks'] as const;

const webhooksQuery = queryOptions({
  queryKey: [...webhooksKey, 'list'],
  queryFn: ({ signal }) => webhookRequests.list(signal),
  // Refetch, because the server turns off webhooks that do not respond.
  refetchOnMount: 'always',
});

/** Returns the query of the member's webhooks, the per-job webhook last. */
export function useWebhooks() {
  const list = useQuery(webhooksQuery);
  useLeaveLoggedOut(list.error);
  return list;
}

/** Returns functions that update the cached webhooks. */
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
    /** Adds the webhook at the front, because the list is sorted newest first. */
    noteAdded: (added: Webhook) => note((known) => [added, ...known]),
    noteChanged: (changed: Webhook) => noteParts(changed.id, changed),
    noteRotated: (id: string, previousSecretEndsAt: string | null) => noteParts(id, { previousSecretEndsAt }),
    noteDeleted: (id: string) => note((known) => known.filter((each) => each.id !== id)),
    /**
     * Refetches after a message was sent: there is a new delivery, and a response with status 410 turns the webhook
     * off.
     */
    readAgain: () => queryClient.invalidateQueries({ queryKey: webhooksKey }),
  };
}
