import { sql } from 'kysely';

/**
 * What is to be told of the compression in the expression `settled`, where a program has sent it: a delivery for each
 * webhook of its account that is enabled and wants to know, and one for the address that came with the job. Part of the
 * statement that settles it, so that neither is there without the other.
 */
export function deliveriesOfSettled(now: Date) {
  return sql<{ id: string }>`(
    insert into deliveries (id, webhook_id, account_id, type, compression_id, url, next_attempt_at, created_at)
    select replace(gen_random_uuid()::text, '-', ''), webhooks.id, settled.account_id,
      'compression.' || settled.status, settled.id, coalesce(webhooks.url, settled.webhook_url), ${now}, ${now}
    from settled join webhooks using (account_id)
    where settled.source = 'api' and disabled_reason is null
      and case kind when 'perJob' then settled.webhook_url is not null
        else 'compression.' || settled.status = any(event_types) end
    on conflict do nothing
    returning id)`;
}
