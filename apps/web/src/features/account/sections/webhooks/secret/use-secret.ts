import type { WebhookSecret } from '@gossamer/contracts/webhooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { webhookRequests } from '../../../../../lib/api-webhooks.ts';
import { useLeaveLoggedOut } from '../../../../../lib/use-leave-logged-out.ts';

/** Not below the key of all webhooks: it is read when one asks to see it, and never beside. */
const keyOf = (webhookId: string) => ['webhook-secret', webhookId] as const;

/** The secret; forgotten when it is hidden. */
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

/** Notes the secret that has just been made. */
export function useNoteSecret(): (webhookId: string, secret: WebhookSecret) => void {
  const queryClient = useQueryClient();
  return (webhookId, secret) => queryClient.setQueryData(keyOf(webhookId), secret);
}
