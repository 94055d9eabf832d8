import { sql } from 'kysely';

/**
 * Returns the SQL that inserts the webhook deliveries of the compression in the CTE `finalized`, if it came through the
 * API: one for each enabled webhook of its account that subscribes to the event, and one for the job's own URL. It is
 * part of the statement that finalizes the compression, so that both are committed together.
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
