import type { CompressionRow } from '../../db/schema.ts';
import type { GatewayDeps } from '../../deps.ts';
import type { Finalization } from './finalization.ts';

/** Returns the columns to set when a compression is finalized, which depend on the row's tier and source. */
export function finalColumns(
  { outcome, finalizedAt }: Finalization,
  { plans, api, originalRetentionMs: ofWeb }: GatewayDeps['config'],
  {
    tier,
    source,
    originalExpiresAt: earliest,
  }: Pick<CompressionRow, 'tier' | 'source' | 'originalExpiresAt'>,
) {
  const after = (durationMs: number) => new Date(finalizedAt.getTime() + durationMs);
  const originalRetentionMs = source === 'api' ? api.originalRetentionMs : ofWeb;
  const expiresAt = after(originalRetentionMs);
  const originalExpiresAt = earliest && earliest < expiresAt ? earliest : expiresAt;
  const ended = { finalizedAt, originalExpiresAt, resultExpiresAt: null };
  if (outcome.type === 'image.failed') {
    const { code: failureCode, details: failureDetails = null } = outcome;
    return { ...ended, status: 'failed' as const, failureCode, failureDetails };
  }
  return {
    ...ended,
    status: 'completed' as const,
    resultKey: outcome.resultKey,
    previewKey: outcome.previewKey,
    resultFormat: outcome.format,
    resultSizeBytes: outcome.sizeBytes,
    resultSha256: outcome.sha256,
    widthPx: outcome.widthPx,
    heightPx: outcome.heightPx,
    isAlreadyOptimal: outcome.alreadyOptimal,
    report: outcome.engineReport ?? null,
    variants: outcome.variants ?? null,
    resultExpiresAt: after((tier === 'pro' ? plans.pro : plans.free).resultRetentionMs),
  };
}
