import {
  type Manifest,
  type ManifestFile,
  mainFiles,
  manifestNames,
  manifestPage,
  type SavedFile,
  toManifest,
  totalSizes,
} from '@gossamer/contracts/manifest';
import { formatBytes, formatCount, formatPercent, formatSaved } from '../i18n/format.ts';
import { formatList } from '../i18n/format-list.ts';
import { i18n, loadNamespaces } from '../i18n/i18n.ts';
import type { Appendix, ArchiveEntry } from './archive.ts';
import type { ResultEntry } from './save-results.ts';
import { savedPercent } from './saved-percent.ts';

/**
 * Returns a manifest to which results can be added. Its entries are a JSON file, and a page in the user's language.
 * @throws Error if the texts cannot be loaded
 */
export async function createManifest(): Promise<Appendix<ResultEntry>> {
  await loadNamespaces(['compare']);
  const files: SavedFile[] = [];
  return {
    add: async (entry, path) => {
      if (entry.ofGroup !== 'markup') files.push(await describe(entry, path));
    },
    entries: () => (files.length === 0 ? [] : entriesOf(toManifest(files, new Date()))),
  };
}

function entriesOf(manifest: Manifest): ArchiveEntry[] {
  const page = manifestPage(manifest, textsFor(manifest));
  return [
    { name: manifestNames.json, blob: new Blob([`${JSON.stringify(manifest, undefined, 2)}\n`]) },
    { name: manifestNames.html, blob: new Blob([page]) },
  ];
}

async function describe({ blob, wanted, ofGroup }: ResultEntry, path: string): Promise<SavedFile> {
  const { originalName: name, originalBytes, result } = wanted;
  const variant = typeof ofGroup === 'object' ? ofGroup : undefined;
  const { format = 'jpeg' } = variant ?? result;
  const widthPx = variant?.widthPx ?? result.width ?? null;
  const heightPx = variant?.heightPx ?? result.height ?? null;
  return {
    path,
    original: { name, format: result.originalFormat, sizeBytes: originalBytes },
    result: { format, sizeBytes: blob.size, widthPx, heightPx, sha256: await sha256Of(blob) },
    // The report describes the main variant, which is the result itself.
    report: variant?.isMain === false ? null : (result.report ?? null),
    ...(variant && { variant: { isMain: variant.isMain, score: variant.score } }),
  };
}

async function sha256Of(blob: Blob): Promise<string | null> {
  // Browsers provide this interface only on pages with HTTPS, and on localhost.
  if (!globalThis.crypto?.subtle) return null;
  const hash = await crypto.subtle.digest('SHA-256', await blob.arrayBuffer());
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function textsFor(manifest: Manifest) {
  const { createdAt } = manifest;
  const { t, language } = i18n;
  const { originalBytes: before, resultBytes: after } = totalSizes(manifest);
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(new Date(createdAt));
  return {
    language,
    direction: i18n.dir(),
    title: t('compare:manifest.title'),
    summary: t('compare:manifest.summary', {
      count: mainFiles(manifest).length,
      day,
      from: formatBytes(before),
      to: formatBytes(after),
      percent: formatSaved(savedPercent(before, after)),
    }),
    columns: {
      file: t('compare:manifest.columns.file'),
      original: t('compare:manifest.columns.original'),
      result: t('compare:manifest.columns.result'),
      saved: t('compare:manifest.columns.saved'),
      score: t('compare:manifest.columns.score'),
      details: t('compare:manifest.columns.details'),
    },
    note: t('compare:manifest.note'),
    size: (sizeBytes: number) => formatBytes(sizeBytes),
    saved: (percent: number) => formatPercent(percent, Number.isInteger(percent) ? 0 : 1),
    score: scoreLines,
    details,
  };
}

type Report = NonNullable<ManifestFile['report']>;

function scoreLines({ score, worstTileScore, needsReview }: Report): string[] {
  const { t } = i18n;
  if (score === null) return [];
  const scores = { score: formatCount(score), worst: formatCount(worstTileScore ?? score) };
  return [t('compare:manifest.score', scores), ...(needsReview ? [t('compare:manifest.review')] : [])];
}

function details({ metadataRemoved, metadataKept, wideGamut, hdr }: Report): string[] {
  const { t } = i18n;
  const names = (kinds: Report['metadataKept']) =>
    formatList(kinds.map((kind) => t(`compare:metadata.${kind}`)));
  return [
    { term: t('compare:metadata.removed'), text: names(metadataRemoved) },
    { term: t('compare:metadata.kept'), text: names(metadataKept) },
    { term: t('compare:colors.title'), text: wideGamut === 'none' ? '' : t(`compare:colors.${wideGamut}`) },
    { term: t('compare:hdr.title'), text: hdr === 'none' ? '' : t(`compare:hdr.${hdr}`) },
  ].flatMap(({ term, text }) => (text === '' ? [] : `${term}: ${text}`));
}
