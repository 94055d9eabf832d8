import { type Delivery, type DeliveryDetail, deliveriesPageSize } from '@gossamer/contracts/webhooks';
import type { Selectable } from 'kysely';
import { writeCursor } from '../compressions/cursor.ts';
import type { DeliveryAttemptsTable, DeliveryRow } from '../db/api-tables.ts';
import type { GatewayDeps } from '../deps.ts';

import { writeMessage } from './message.ts';
import { toDelivery } from './to-public.ts';

/** Returns a page of deliveries and the Link header for the next page. */
export function toDeliveryPage(
  webhookId: string,
  rows: readonly DeliveryRow[],
): { page: Delivery[]; link: string | undefined } {
  const shown = rows.slice(0, deliveriesPageSize);
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  const next = last && `/api/webhooks/${webhookId}/deliveries?cursor=${writeCursor(last)}`;
  return { page: shown.map(toDelivery), link: next && `<${next}>; rel="next"` };
}

/** Returns a delivery with its attempts and the body that would be sent now. */
export async function toDeliveryDetail(
  deps: GatewayDeps,
  row: DeliveryRow,
  attempts: readonly Selectable<DeliveryAttemptsTable>[],
): Promise<DeliveryDetail> {
  const message = await writeMessage(deps, row);
  return {
    ...toDelivery(row),
    payload: message === undefined ? null : JSON.parse(message.body),
    attempts: attempts.map(({ startedAt, durationMs, status, fault, responseExcerpt }) => ({
      startedAt: startedAt.toISOString(),
      durationMs,
      status,
      fault,
      responseExcerpt,
    })),
  };
}
