import { formatBytes, formatNumber, savedPercent } from './english-figures.ts';
import { type Manifest, type ManifestTexts, mainFiles, manifestPage, totalSizes } from './manifest.ts';

/** Returns the page about a manifest in English, the language of the API and the command line. */
export const englishManifestPage = (manifest: Manifest): string => manifestPage(manifest, textsFor(manifest));

function textsFor(manifest: Manifest): ManifestTexts {
  const count = mainFiles(manifest).length;
  const { originalBytes: before, resultBytes: after } = totalSizes(manifest);
  const sizes = `${formatBytes(before)} to ${formatBytes(after)}, ${savedPercent(before, after)}% saved`;
  return {
    language: 'en',
    direction: 'ltr',
    title: 'Compression report',
    summary: `${formatNumber(count)} ${count === 1 ? 'image' : 'images'}, ${manifest.createdAt.slice(0, 10)}: ${sizes}.`,
    columns: {
      file: 'File',
      original: 'Original',
      result: 'Result',
      saved: 'Saved',
      score: 'Score',
      details: 'Details',
    },
    note: 'The score (SSIMULACRA2) compares the result with the original: 100 is identical, 90 looks identical, 70 is high quality, 50 is medium.',
    size: formatBytes,
    saved: (percent) => `${percent}%`,
    score: ({ score, worstTileScore, needsReview }) => {
      if (score === null) return [];
      return [`${score}, worst part ${worstTileScore ?? score}`, ...(needsReview ? ['Deserves a look'] : [])];
    },
    details: ({ metadataRemoved, metadataKept, wideGamut, hdr }) => [
      ...(metadataRemoved.length > 0 ? [`Metadata removed: ${metadataRemoved.join(', ')}`] : []),
      ...(metadataKept.length > 0 ? [`Metadata kept: ${metadataKept.join(', ')}`] : []),
      ...(wideGamut === 'none' ? [] : [`Wide gamut: ${wideGamut}`]),
      ...(hdr === 'none' ? [] : [`HDR: ${hdr}`]),
    ],
  };
}
