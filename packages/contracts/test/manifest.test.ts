import { expect, it } from 'vitest';
import type { EngineReport } from '../src/engine-report.ts';
import { type ManifestTexts, manifestPage, type SavedFile, toManifest, totalSizes } from '../src/manifest.ts';

const report: EngineReport = {
  effort: 'thorough',
  kind: 'photo',
  encoding: 'webp lossy',
  encoderQuality: 80,
  targetScore: 80,
  score: 79.6,
  worstTileScore: 61,
  worstTile: { leftPx: 0, topPx: 192, widthPx: 192, heightPx: 192 },
  needsReview: true,
  probes: 3,
  metadataRemoved: ['gps'],
  metadataKept: [],
  wideGamut: 'none',
  hdr: 'none',
  next: { quality: 70, sizeBytes: 10 },
  stepsMs: { decode: 1 },
};
const files: SavedFile[] = [
  {
    path: 'trip/<b>&"1".webp',
    original: { name: 'a.jpg', format: 'jpeg', sizeBytes: 3_000 },
    result: { format: 'webp', sizeBytes: 1_000, widthPx: 40, heightPx: 30, sha256: 'ab12' },
    report,
  },
  {
    path: 'b.png',
    original: { name: 'b.png', format: 'png', sizeBytes: 100 },
    result: { format: 'png', sizeBytes: 110, widthPx: null, heightPx: null, sha256: null },
    report: null,
  },
];
const manifest = toManifest(files, new Date('2026-12-01T10:00:00Z'));

const texts: ManifestTexts = {
  language: 'ar',
  direction: 'rtl',
  title: 'Report <1>',
  summary: 'Two images',
  columns: {
    file: 'File',
    original: 'Original',
    result: 'Result',
    saved: 'Saved',
    score: 'Score',
    details: 'Details',
  },
  note: 'About scores',
  size: (sizeBytes) => `${sizeBytes} bytes`,
  saved: (percent) => `${percent} %`,
  score: ({ score, worstTileScore }) => [`${score}, ${worstTileScore}`],
  details: ({ metadataRemoved }) => [`Removed: ${metadataRemoved.join()}`],
};

it('the manifest contains the results and the saved percentages, but not the work of the engine', () => {
  expect(manifest).toMatchObject({
    version: 1,
    createdAt: '2026-12-01T10:00:00.000Z',
    files: [
      { path: 'trip/<b>&"1".webp', savedPercent: 66.7, report: { score: 79.6, needsReview: true } },
      { path: 'b.png', savedPercent: -10, report: null },
    ],
  });
  for (const name of ['stepsMs', 'probes', 'next'])
    expect(manifest.files[0]?.report).not.toHaveProperty(name);
});

it('the page of the manifest escapes names and links to each file', () => {
  const page = manifestPage(manifest, texts);
  expect(page).toMatch(/^<!doctype html>\n<html lang="ar" dir="rtl">/);
  expect(page).toContain('<title>Report &lt;1&gt;</title>');
  expect(page).toContain('<a href="trip/%3Cb%3E%26%221%22.webp"><img ');
  expect(page).toContain('<bdi>trip/&lt;b&gt;&amp;&quot;1&quot;.webp</bdi></a>');
  expect(page).toContain('<span>WebP, 1000 bytes</span><span><bdi dir="ltr">40 × 30</bdi></span>');
  expect(page).toContain('<tr class="review">');
  expect(page).toContain('<span>Removed: gps</span><code>SHA-256 ab12</code>');
  expect(page.match(/<tr/g)).toHaveLength(3);
});

it('additional variants of an image are listed with their scores, but not added to the totals', () => {
  const original = { name: 'a.jpg', format: 'jpeg' as const, sizeBytes: 3_000 };
  const variantOf = (path: string, isMain: boolean): SavedFile => ({
    path,
    original,
    result: { format: 'jpeg', sizeBytes: 1_000, widthPx: 40, heightPx: 30, sha256: null },
    report: isMain ? report : null,
    variant: { isMain, score: 81.6 },
  });
  const group = toManifest([variantOf('a-20w.jpg', false), variantOf('a-40w.jpg', true)], new Date());
  expect(totalSizes(group)).toEqual({ originalBytes: 3_000, resultBytes: 1_000 });
  const page = manifestPage(group, texts);
  expect(page).toContain('<td data-label="Score"><span>82</span></td>');
  expect(page).toContain('<td data-label="Score"><span>79.6, 61</span></td>');
});
