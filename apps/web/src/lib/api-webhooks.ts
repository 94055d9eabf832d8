import {
  type Delivery,
  type DeliveryDetail,
  delivery,
  deliveryDetail,
  deliveryList,
  type Webhook,
  type WebhookSecret,
  webhook,
  type webhookChange,
  webhookList,
  type webhookRequest,
  webhookSecret,
} from '@gossamer/contracts/webhooks';
import type { z } from 'zod';
import { getJson, getJsonPage, sendJson } from './api-client.ts';

export type WebhookFields = z.output<typeof webhookRequest>;
type WebhookChange = z.input<typeof webhookChange>;
/** A page of webhook deliveries, newest first, with the path of the next page. */
export type DeliveryPage = { deliveries: Delivery[]; nextPath: string | undefined };

const urlOf = (id: string) => `/api/webhooks/${encodeURIComponent(id)}`;
const deliveriesUrl = (id: string) => `${urlOf(id)}/deliveries`;
const deliveryUrl = (id: string, deliveryId: string) =>
  `${deliveriesUrl(id)}/${encodeURIComponent(deliveryId)}`;

/** Webhook API requests. They throw the same errors as `sendJson`. */
export const webhookRequests = {
  list: (signal?: AbortSignal): Promise<Webhook[]> => getJson('/api/webhooks', webhookList, signal),
  add: (body: WebhookFields): Promise<Webhook> => sendJson('POST', '/api/webhooks', body, webhook),
  change: (id: string, body: WebhookChange): Promise<Webhook> => sendJson('PATCH', urlOf(id), body, webhook),
  remove: (id: string) => sendJson('DELETE', urlOf(id)),
  getSecret: (id: string, signal?: AbortSignal): Promise<WebhookSecret> =>
    getJson(`${urlOf(id)}/secret`, webhookSecret, signal),
  rotate: (id: string): Promise<WebhookSecret> => sendJson('POST', `${urlOf(id)}/rotate`, {}, webhookSecret),
  test: (id: string): Promise<Delivery> => sendJson('POST', `${urlOf(id)}/test`, {}, delivery),
  getDeliveries: async (id: string, nextPath?: string, signal?: AbortSignal): Promise<DeliveryPage> => {
    const page = await getJsonPage(nextPath ?? deliveriesUrl(id), deliveryList, signal);
    return { deliveries: page.data, nextPath: page.nextPath };
  },
  getDelivery: (id: string, deliveryId: string, signal?: AbortSignal): Promise<DeliveryDetail> =>
    getJson(deliveryUrl(id, deliveryId), deliveryDetail, signal),
  replay: (id: string, deliveryId: string): Promise<Delivery> =>
    sendJson('POST', `${deliveryUrl(id, deliveryId)}/replay`, {}, delivery),
};
