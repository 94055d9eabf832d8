import { type ApiCompression, apiLimits } from '@gossamer/contracts/api';
import { type EncodedFormat, mediaTypes } from '@gossamer/contracts/formats';
import { resultFilename } from '@gossamer/contracts/result-filename';
import { type CompressionSettings, defaultUnreachable } from '@gossamer/contracts/settings';
import { variantFilename } from '@gossamer/contracts/variant-names';
import { type VariantGroup, variantKey, variantName } from '@gossamer/contracts/variants';
import { create as contentDisposition } from 'content-disposition';
import type { CompressionRow } from '../db/schema.ts';
import type { GatewayDeps } from '../deps.ts';
import { mainFile } from './deliveries/delivery-target.ts';
import { type Deliveries, readDeliveries } from './deliveries/read-deliveries.ts';
import { failure, percentSaved, publicStatus } from './to-public.ts';

type ApiDeps = Pick<GatewayDeps, 'db' | 'storage'>;

/** Converts a row to the format of the API, including a link to the result that is valid for 15 minutes. */
export async function toApiCompression(deps: ApiDeps, row: CompressionRow): Promise<ApiCompression> {
  const deliveries = await readDeliveries(deps.db, [row]);
  return toApi(deps, row, deliveries.get(row.id));
}

/** Converts rows like `toApiCompression`. */
export async function toApiCompressions(
  deps: ApiDeps,
  rows: readonly CompressionRow[],
): Promise<ApiCompression[]> {
  const deliveries = await readDeliveries(deps.db, rows);
  return Promise.all(rows.map((row) => toApi(deps, row, deliveries.get(row.id))));
}

async function toApi(
  deps: ApiDeps,
  row: CompressionRow,
  deliveries: Deliveries | undefined,
): Promise<ApiCompression> {
  const failed = failure(row);
  const delivery = deliveries?.get(mainFile);
  return {
    id: row.id,
    status: publicStatus(row),
    createdAt: row.createdAt.toISOString(),
    settledAt: row.finalizedAt?.toISOString() ?? null,
    filename: row.originalFilename,
    original: { format: row.originalFormat, sizeBytes: row.originalSizeBytes },
    options: toOptions(row.settings),
    result: row.status === 'completed' ? await toResult(deps, row, deliveries) : null,
    error: failed?.code ? { code: failed.code, message: failed.message ?? '' } : null,
    isReused: row.isReused,
    metadata: row.metadata ?? {},
    webhookUrl: row.webhookUrl,
    ...(delivery && { delivery }),
  };
}

/** Returns the settings as API options, with null for absent ones. */
function toOptions(settings: CompressionSettings): ApiCompression['options'] {
  const { quality, format, formats = null, filter, resize, background = null, preserve = [] } = settings;
  const { color = 'keep', hdr = 'keep' } = settings;
  const { maxBytes = null, minBytes = null, onUnreachable = defaultUnreachable } = settings;
  const { widthPx = null, heightPx = null, percent = null, maintainAspect = true, fit = null } = resize ?? {};
  return {
    quality,
    format,
    formats,
    filter,
    resizeWidth: widthPx,
    resizeHeight: heightPx,
    maintainAspect,
    fit,
    resizePercent: percent,
    background,
    preserve,
    color,
    hdr,
    maxBytes,
    minBytes,
    onUnreachable,
    archive: settings.archive ?? false,
    variants: settings.variants ?? null,
  };
}

/** Returns the format, size, dimensions and saved percentage of a completed compression's result. */
export function resultFigures(row: CompressionRow) {
  const sizeBytes = row.resultSizeBytes ?? 0;
  return {
    format: row.resultFormat ?? 'jpeg',
    sizeBytes,
    widthPx: row.widthPx ?? 1,
    heightPx: row.heightPx ?? 1,
    savedPercent: percentSaved(row.originalSizeBytes, sizeBytes),
  };
}

async function toResult(
  deps: Pick<GatewayDeps, 'storage'>,
  row: CompressionRow,
  deliveries: Deliveries | undefined,
): Promise<ApiCompression['result']> {
  const figures = resultFigures(row);
  return {
    ...figures,
    isAlreadyOptimal: row.isAlreadyOptimal ?? false,
    sha256: row.resultSha256 ?? '',
    ...(await linkTo(deps, row.resultKey, figures.format, resultFilename(row))),
    expiresAt: (row.resultExpiresAt ?? row.createdAt).toISOString(),
    report: row.report,
    variants: row.variants && (await toVariants(deps, row, row.variants, deliveries)),
  };
}

async function toVariants(
  deps: Pick<GatewayDeps, 'storage'>,
  { resultKey, originalFilename }: CompressionRow,
  variants: VariantGroup,
  deliveries: Deliveries | undefined,
) {
  const files = variants.files.map(async (file) => {
    const filename = variantFilename(originalFilename, file);
    const key = resultKey && variantKey(resultKey, variants, file);
    const delivery = deliveries?.get(variantName(file));
    const link = await linkTo(deps, key, file.format, filename);
    return { ...file, filename, ...link, ...(delivery && { delivery }) };
  });
  return { ...variants, files: await Promise.all(files) };
}

/** Returns a link to a stored file that is valid for 15 minutes, with null values if the file was deleted. */
async function linkTo(
  { storage }: Pick<GatewayDeps, 'storage'>,
  key: string | null,
  format: EncodedFormat,
  filename: string,
): Promise<{ url: string | null; urlExpiresAt: string | null }> {
  if (key === null) return { url: null, urlExpiresAt: null };
  return {
    url: await storage.signedUrl(key, {
      expiresInSeconds: apiLimits.linkSeconds,
      contentType: mediaTypes[format],
      contentDisposition: contentDisposition(filename),
    }),
    urlExpiresAt: new Date(Date.now() + apiLimits.linkSeconds * 1_000).toISOString(),
  };
}
