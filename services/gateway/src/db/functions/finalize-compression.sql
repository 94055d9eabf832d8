-- Finalizes a pending compression: sets the columns of `final` and for a compression that came through the API, inserts
-- one webhook delivery for each enabled webhook of its account that subscribes to the event, and one for the job's own
-- URL, and the deliveries of the result to the client's storage. Returns no row if the compression is not pending. The
-- times at which files expire depend on the row's source and tier; `final` contains those of the website and of the free
-- tiers.
create or replace function finalize_compression(
  compression_id text, final jsonb, api_original_expires_at timestamptz, pro_result_expires_at timestamptz)
returns table (quota_window timestamptz, quota_subjects text[], source text) language plpgsql as $$
declare
  outcome compressions := jsonb_populate_record(null::compressions, final);
  finalized compressions;
begin
  update compressions pending set
    status = outcome.status,
    finalized_at = outcome.finalized_at,
    original_key = coalesce(outcome.original_key, pending.original_key),
    -- A copy of an original expires with the original that it was copied from.
    original_expires_at = least(pending.original_expires_at,
      case pending.source when 'api' then $3 else outcome.original_expires_at end),
    shared_keys = outcome.shared_keys,
    result_key = outcome.result_key,
    result_expires_at = case pending.tier when 'pro' then $4 else outcome.result_expires_at end,
    preview_key = outcome.preview_key,
    result_format = outcome.result_format,
    result_size_bytes = outcome.result_size_bytes,
    result_sha256 = outcome.result_sha256,
    width_px = outcome.width_px,
    height_px = outcome.height_px,
    is_already_optimal = outcome.is_already_optimal,
    report = outcome.report,
    variants = outcome.variants,
    failure_code = outcome.failure_code,
    failure_details = outcome.failure_details
  where pending.id = $1 and pending.status = 'pending'
  returning pending.* into finalized;
  if not found then return; end if;
  if finalized.source = 'api' then
    insert into deliveries (id, webhook_id, account_id, type, compression_id, url, next_attempt_at, created_at)
    select replace(gen_random_uuid()::text, '-', ''), webhooks.id, finalized.account_id,
      'compression.' || finalized.status, finalized.id, coalesce(webhooks.url, finalized.webhook_url),
      finalized.finalized_at, finalized.finalized_at
    from webhooks
    where webhooks.account_id = finalized.account_id and disabled_reason is null
      and case kind when 'perJob' then finalized.webhook_url is not null
        else 'compression.' || finalized.status = any(event_types) end
    on conflict do nothing;
  end if;
  if finalized.deliver_to is not null then
    insert into result_deliveries (id, compression_id, file, account_id, url, sealed_url, status, next_attempt_at,
      last_fault, created_at)
    select replace(gen_random_uuid()::text, '-', ''), finalized.id, target.file, finalized.account_id, target.url,
      case finalized.status when 'completed' then target."sealedUrl" end,
      case finalized.status when 'completed' then 'pending' else 'failed' end,
      case finalized.status when 'completed' then finalized.finalized_at end,
      case finalized.status when 'failed' then 'compression_failed' end,
      finalized.finalized_at
    from jsonb_to_recordset(finalized.deliver_to) target (file text, url text, "sealedUrl" text)
    -- Variants that were not made have no delivery.
    where target.file = 'result' or target.file in (
      select (variant ->> 'widthPx') || '.' || replace(variant ->> 'format', 'jpeg', 'jpg')
      from jsonb_array_elements(finalized.variants -> 'files') variant);
    -- The complete URLs are credentials, which only pending deliveries may contain.
    update compressions set deliver_to = (
      select jsonb_agg(target - 'sealedUrl') from jsonb_array_elements(finalized.deliver_to) target)
    where id = finalized.id;
  end if;
  quota_window := finalized.quota_window;
  quota_subjects := finalized.quota_subjects;
  source := finalized.source;
  return next;
end
$$;
