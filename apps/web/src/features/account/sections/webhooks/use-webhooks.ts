import type { Webhook } from '@gossamer/contracts/webhooks';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { webhookRequests } from '../../../../lib/api-webhooks.ts';
import { useLeaveLoggedOut } from '../../../../lib/use-leave-logged-out.ts';

/** Query key prefix shared by webhooks and their deliveries, so that they can be invalidated together. */
export const webhooksKey = ['/api/webhooks'] as const;

const webhooksQuery = queryOptions({
  queryKey: [...webhooksKey, 'list'],
  queryFn: ({ signal }) => webhookRequests.list(signal),
  // Always refetch webhooks, because the server disables webhooks that do not respond.
  refetchOnMount: 'always',
});

/** Returns the query for the member's webhooks. The per-job webhook comes last. */
export function useWebhooks() {
  const list = useQuery(webhooksQuery);
  useLeaveLoggedOut(list.error);
  return list;
}

/** Returns functions that update the cached list of webhooks. */
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
    /** Prepend the webhook, because the list is sorted by creation time, newest first. */
    noteAdded: (added: Webhook) => note((known) => [added, ...known]),
    noteChanged: (changed: Webhook) => noteParts(changed.id, changed),
    noteRotated: (id: string, previousSecretEndsAt: string | null) => noteParts(id, { previousSecretEndsAt }),
    noteDeleted: (id: string) => note((known) => known.filter((each) => each.id !== id)),
    /**
     * Refetches webhooks and deliveries. Called after a message was sent, because a response with HTTP status 410
     * disables the webhook.
     */
    readAgain: () => queryClient.invalidateQueries({ queryKey: webhooksKey }),
  };
}
