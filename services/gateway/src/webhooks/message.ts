import type { ApiCompression, WebhookMessage } from '@gossamer/contracts/api';
import { webhookTestType } from '@gossamer/contracts/webhooks';
import { toApiCompression } from '../compressions/to-api.ts';
import type { DeliveryRow } from '../db/api-tables.ts';
import type { CompressionRow } from '../db/schema.ts';
import type { GatewayDeps } from '../deps.ts';

/** Maximum size of a message body in bytes, as recommended by Standard Webhooks. */
const maxBodyBytes = 20_000;

export interface WrittenMessage {
  /** Id of the request that uploaded the image; undefined if the compression's row no longer exists. */
  requestId?: string | undefined;
  /** The message body to send, with a new download link. */
  body: string;
  /** The message body without the download link, to be stored for later attempts; null if it need not be stored. */
  payload: string | null;
}

type MessageDeps = Pick<GatewayDeps, 'db' | 'storage'>;

/**
 * Returns the message body of a delivery. The body is the same for all attempts except for the download link, which is
 * valid for a few minutes and is null once the result has been deleted. Returns undefined if the compression was
 * deleted before the first attempt.
 */
export async function writeMessage(
  deps: MessageDeps,
  delivery: DeliveryRow,
): Promise<WrittenMessage | undefined> {
  if (delivery.type === webhookTestType) return { body: testBody(delivery), payload: null };
  const row = await findRow(deps, delivery);
  const current = row && (await toApiCompression(deps, row));
  if (delivery.payload !== null) {
    const kept = JSON.parse(delivery.payload) as WebhookMessage;
    const body = JSON.stringify(withLink(kept, current));
    return { requestId: row?.requestId, body, payload: delivery.payload };
  }
  if (!current) return undefined;
  const full: WebhookMessage = {
    type: delivery.type,
    timestamp: current.settledAt ?? delivery.createdAt.toISOString(),
    data: current,
  };
  const message = Buffer.byteLength(JSON.stringify(full)) < maxBodyBytes ? full : withoutReport(full);
  return {
    requestId: row?.requestId,
    body: JSON.stringify(message),
    payload: JSON.stringify(withLink(message, undefined)),
  };
}

function testBody({ webhookId, createdAt }: DeliveryRow): string {
  return JSON.stringify({ type: webhookTestType, timestamp: createdAt.toISOString(), data: { webhookId } });
}

async function findRow(
  { db }: MessageDeps,
  { compressionId, accountId }: DeliveryRow,
): Promise<CompressionRow | undefined> {
  if (compressionId === null) return undefined;
  return db
    .selectFrom('compressions')
    .selectAll()
    .where('id', '=', compressionId)
    .where('accountId', '=', accountId)
    .executeTakeFirst();
}

function withLink(message: WebhookMessage, current: ApiCompression | undefined): WebhookMessage {
  const { result } = message.data;
  if (result === null) return message;
  const { url = null, urlExpiresAt = null } = current?.result ?? {};
  return { ...message, data: { ...message.data, result: { ...result, url, urlExpiresAt } } };
}

function withoutReport(message: WebhookMessage): WebhookMessage {
  const { result } = message.data;
  return { ...message, data: { ...message.data, result: result && { ...result, report: null } } };
}
