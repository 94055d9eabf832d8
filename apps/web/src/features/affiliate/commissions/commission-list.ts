import type { AffiliateCommissions } from '@gossamer/contracts/affiliate';

/** Appends the next page of commissions without duplicates. */
export function withNextPage(known: AffiliateCommissions, page: AffiliateCommissions): AffiliateCommissions {
  const ids = new Set(known.commissions.map(({ id }) => id));
  const added = page.commissions.filter(({ id }) => !ids.has(id));
  return { commissions: [...known.commissions, ...added], nextCursor: page.nextCursor };
}
