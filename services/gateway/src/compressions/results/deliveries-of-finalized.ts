import { sql } from 'kysely';

/**
 * What is to be told of the compression in the expression `finalized`, where a program has sent it: a delivery for each
 * webhook of its account that is enabled and wants to know, and one for the address that came with the job. Part of the
 * statement that settles it, so that neither is there without the other.
 */
export function deliveriesOfFinalized(now: Date) {
  return sql<{ id: string }>`(
    insert into deliveries (id, webhook_id, account_id, type, compression_id, url, next_attempt_at, created_at)
    select replace(gen_random_uuid()::text, '-', ''), webhooks.id, finalized.account_id,
      'compression.' || finalized.status, finalized.id, coalesce(webhooks.url, finalized.webhook_url), ${now}, ${now}
    from finalized join webhooks using (account_id)
    where finalized.source = 'api' and disabled_reason is null
      and case kind when 'perJob' then finalized.webhook_url is not null
        else 'compression.' || finalized.status = any(event_types) end
    on conflict do nothing
    returning id)`;
}
