import type { ExpressionBuilder } from 'kysely';
import type { GatewayTables } from '../db/schema.ts';
import type { Identity } from '../http/identity/identity.ts';

/**
 * Matches the rows that a caller may see: a visitor's own rows, or a member's rows, including those created before the
 * sign-up. With an API key, matches only rows created through the API, unless the key has the scope `web_uploads`.
 * Estimates never match.
 */
export function belongsTo(identity: Identity) {
  return ({ eb }: { eb: ExpressionBuilder<GatewayTables, 'compressions'> }) =>
    eb.and([
      identity.kind === 'member'
        ? eb('compressions.accountId', '=', identity.account.id)
        : eb('compressions.owner', '=', identity.owner),
      includesWebUploads(identity)
        ? eb('compressions.source', '!=', 'estimate')
        : eb('compressions.source', '=', 'api'),
    ]);
}

const includesWebUploads = (identity: Identity): boolean =>
  identity.kind === 'visitor' || identity.keyScopes === null || identity.keyScopes.includes('web_uploads');
