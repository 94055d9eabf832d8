import type { Delivery } from '@gossamer/contracts/webhooks';
import type { DeliveryPage } from '../../../../../lib/api-webhooks.ts';

/**
 * The newest page over what is known. What new ones have pushed off that page stays in the list. A page that has nothing
 * in common with the list is further ahead than a page: the list begins anew.
 */
export function withNewestPage(known: DeliveryPage | undefined, page: DeliveryPage): DeliveryPage {
  if (!known || page.nextPath === undefined) return page;
  const fresh = new Set(page.deliveries.map(({ id }) => id));
  const older = known.deliveries.filter(({ id }) => !fresh.has(id));
  if (older.length === known.deliveries.length || older.length === 0) return page;
  return { deliveries: [...page.deliveries, ...older], nextPath: known.nextPath };
}

/** The next page at the end, each delivery once. */
export function withNextPage(known: DeliveryPage, page: DeliveryPage): DeliveryPage {
  const ids = new Set(known.deliveries.map(({ id }) => id));
  return {
    deliveries: [...known.deliveries, ...page.deliveries.filter(({ id }) => !ids.has(id))],
    nextPath: page.nextPath,
  };
}

/** A delivery as it stands now: in its place, or as the newest. */
export function withDelivery(known: DeliveryPage, changed: Delivery): DeliveryPage {
  const isKnown = known.deliveries.some(({ id }) => id === changed.id);
  const deliveries = isKnown
    ? known.deliveries.map((each) => (each.id === changed.id ? changed : each))
    : [changed, ...known.deliveries];
  return { ...known, deliveries };
}
