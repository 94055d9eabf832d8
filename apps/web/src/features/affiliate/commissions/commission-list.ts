import type { AffiliateCommissions } from '@gossamer/contracts/affiliate';

/** The next page at the end of what is there, each commission once. */
export function withNextPage(known: AffiliateCommissions, page: AffiliateCommissions): AffiliateCommissions {
  const ids = new Set(known.commissions.map(({ id }) => id));
  const added = page.commissions.filter(({ id }) => !ids.has(id));
  return { commissions: [...known.commissions, ...added], nextCursor: page.nextCursor };
}
