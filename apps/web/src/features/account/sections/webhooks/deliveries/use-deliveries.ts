import type { Delivery } from '@gossamer/contracts/webhooks';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type DeliveryPage, webhookRequests } from '../../../../../lib/api-webhooks.ts';
import { useLeaveLoggedOut } from '../../../../../lib/use-leave-logged-out.ts';
import { webhooksKey } from '../use-webhooks.ts';
import { withDelivery, withNewestPage, withNextPage } from './delivery-list.ts';

/** Polling interval in milliseconds while webhook deliveries are pending. */
const refetchMs = 5_000;

const keyOf = (webhookId: string) => [...webhooksKey, 'deliveries', webhookId] as const;
const isPending = ({ status }: Delivery) => status === 'pending';

/** Returns the query for all loaded deliveries of a webhook. Polls the newest page while deliveries are pending. */
export function useDeliveries(webhookId: string) {
  const queryClient = useQueryClient();
  const key = keyOf(webhookId);
  const list = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const page = await webhookRequests.getDeliveries(webhookId, undefined, signal);
      // Read the cache after the request has completed, because another page may have been appended in the meantime.
      return withNewestPage(queryClient.getQueryData<DeliveryPage>(key), page);
    },
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.deliveries.some(isPending) ? refetchMs : false),
  });
  useLeaveLoggedOut(list.error);
  return list;
}

/** Returns functions that add deliveries to the cached list. */
export function useNoteDeliveries(webhookId: string) {
  const queryClient = useQueryClient();
  const note = (change: (known: DeliveryPage) => DeliveryPage) =>
    queryClient.setQueryData<DeliveryPage>(keyOf(webhookId), (known) => known && change(known));
  return {
    noteDelivery: (delivery: Delivery) => note((known) => withDelivery(known, delivery)),
    noteNextPage: (page: DeliveryPage) => note((known) => withNextPage(known, page)),
  };
}

/** Returns the query for a delivery with its attempts. Refetches when the delivery changes in the list. */
export function useDelivery(webhookId: string, listed: Delivery) {
  const { id, status, attemptCount, nextAttemptAt } = listed;
  const delivery = useQuery({
    queryKey: ['webhook-delivery', webhookId, id, status, attemptCount, nextAttemptAt],
    queryFn: ({ signal }) => webhookRequests.getDelivery(webhookId, id, signal),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  useLeaveLoggedOut(delivery.error);
  return delivery;
}
