import type { Delivery } from '@gossamer/contracts/webhooks';
import type { DeliveryPage } from '../../../../../lib/api-webhooks.ts';

/**
 * Merges the newest page of deliveries into the loaded list. If the page and the list share no delivery, the page
 * replaces the list, because deliveries between them may be missing.
 */
export function withNewestPage(known: DeliveryPage | undefined, page: DeliveryPage): DeliveryPage {
  if (!known || page.nextPath === undefined) return page;
  const fresh = new Set(page.deliveries.map(({ id }) => id));
  const older = known.deliveries.filter(({ id }) => !fresh.has(id));
  if (older.length === known.deliveries.length || older.length === 0) return page;
  return { deliveries: [...page.deliveries, ...older], nextPath: known.nextPath };
}

/** Appends the next page of deliveries without duplicates. */
export function withNextPage(known: DeliveryPage, page: DeliveryPage): DeliveryPage {
  const ids = new Set(known.deliveries.map(({ id }) => id));
  return {
    deliveries: [...known.deliveries, ...page.deliveries.filter(({ id }) => !ids.has(id))],
    nextPath: page.nextPath,
  };
}

/** Replaces a delivery in the list, or prepends it if it is new. */
export function withDelivery(known: DeliveryPage, changed: Delivery): DeliveryPage {
  const isKnown = known.deliveries.some(({ id }) => id === changed.id);
  const deliveries = isKnown
    ? known.deliveries.map((each) => (each.id === changed.id ? changed : each))
    : [changed, ...known.deliveries];
  return { ...known, deliveries };
}
