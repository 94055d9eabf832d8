import type Stripe from 'stripe';
import { invalid } from './stripe-error.ts';

interface Page {
  limit?: number | undefined;
  starting_after?: string | undefined;
  ending_before?: string | undefined;
}

/** Returns a list object that contains all items, such as the items of a subscription. */
export function wholeList<T>(url: string, data: T[]): Stripe.ApiList<T> {
  return { object: 'list', data, has_more: false, url };
}

/** Returns a page of a list, newest first. `oldestFirst` must be sorted by creation time. */
export function pageOf<T extends { id: string }>(
  url: string,
  oldestFirst: Iterable<T>,
  page: Page,
): Stripe.ApiList<T> {
  const all = [...oldestFirst].reverse();
  const limit = page.limit ?? 10;
  if (page.ending_before !== undefined) {
    const end = placeOf(all, page.ending_before, 'ending_before');
    const start = Math.max(0, end - limit);
    return { object: 'list', data: all.slice(start, end), has_more: start > 0, url };
  }
  const start =
    page.starting_after === undefined ? 0 : placeOf(all, page.starting_after, 'starting_after') + 1;
  return {
    object: 'list',
    data: all.slice(start, start + limit),
    has_more: all.length > start + limit,
    url,
  };
}

function placeOf(all: { id: string }[], id: string, param: string): number {
  const place = all.findIndex((object) => object.id === id);
  if (place < 0) throw invalid(`No such object: '${id}'`, { code: 'resource_missing', param });
  return place;
}

/** Filter for the field `created`: a time or a range, in Unix seconds. */
export type Range = number | { gt?: number; gte?: number; lt?: number; lte?: number } | undefined;

export function isWithin(value: number, range: Range): boolean {
  if (range === undefined) return true;
  if (typeof range === 'number') return value === range;
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range;
  return value > gt && value >= gte && value < lt && value <= lte;
}
