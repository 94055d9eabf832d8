import type { WebhookSecret } from '@gossamer/contracts/webhooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { webhookRequests } from '../../../../../lib/api-webhooks.ts';
import { useLeaveLoggedOut } from '../../../../../lib/use-leave-logged-out.ts';

/** Query key without the prefix `webhooksKey`, so that refetching the webhooks does not fetch their secrets. */
const keyOf = (webhookId: string) => ['webhook-secret', webhookId] as const;

/** Returns the query for a webhook's signing secret. Hiding the secret removes it from the cache. */
export function useSecret(webhookId: string) {
  const secret = useQuery({
    queryKey: keyOf(webhookId),
    queryFn: ({ signal }) => webhookRequests.getSecret(webhookId, signal),
    gcTime: 0,
    refetchOnMount: 'always',
  });
  useLeaveLoggedOut(secret.error);
  return secret;
}

/** Returns a function that caches a webhook's new signing secret. */
export function useNoteSecret(): (webhookId: string, secret: WebhookSecret) => void {
  const queryClient = useQueryClient();
  return (webhookId, secret) => queryClient.setQueryData(keyOf(webhookId), secret);
}
