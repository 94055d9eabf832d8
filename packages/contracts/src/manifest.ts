import { z } from 'zod';
import { type EngineReport, engineReport } from './engine-report.ts';
import { escapeHtml } from './escape-html.ts';
import { encodedFormats, formatNames, type InputFormat, inputFormats, isEncodedFormat } from './formats.ts';

/** Names of the files that describe the results in a ZIP file or a folder: for programs, and for people. */
export const manifestNames = { json: 'manifest.json', html: 'manifest.html' } as const;

/** The report of a result, without what describes the work of the engine. */
export const reportFacts = engineReport.omit({ stepsMs: true, probes: true, next: true });

const manifestFile = z.object({
  /** Path of the result, relative to the manifest, with slashes. */
  path: z.string(),
  original: z.object({ name: z.string(), format: z.enum(inputFormats), sizeBytes: z.int() }),
  result: z.object({
    format: z.enum(encodedFormats),
    sizeBytes: z.int(),
    widthPx: z.int().nullable(),
    heightPx: z.int().nullable(),
    /** SHA-256 as hexadecimal digits. Null if the browser cannot compute it, as on pages without HTTPS. */
    sha256: z.string().nullable(),
  }),
  /** Percentage of the original's size that was saved, rounded to one decimal place; negative if the result is larger. */
  savedPercent: z.number(),
  /** What the engine did. Null if the result has no report. */
  report: reportFacts.nullable(),
  /**
   * Present if the file is one of several widths and formats of an image. `isMain` is true for the one that is the result
   * of the compression and has its report. `score` is that of the file, or null if it was not measured.
   */
  variant: z.object({ isMain: z.boolean(), score: z.number().nullable() }).optional(),
});
export type ManifestFile = z.infer<typeof manifestFile>;

/** Describes a set of results: what each was made from, and how it differs. */
export const manifest = z.object({
  /** Version of this format. It increases if a property is removed or changes its meaning. */
  version: z.literal(1),
  createdAt: z.iso.datetime(),
  files: z.array(manifestFile),
});
export type Manifest = z.infer<typeof manifest>;

/** What is known about a result that was saved. */
export type SavedFile = Omit<ManifestFile, 'savedPercent' | 'report'> & { report: EngineReport | null };

/** Returns the manifest of results that were saved together. */
export function toManifest(files: readonly SavedFile[], createdAt: Date): Manifest {
  return { version: 1, createdAt: createdAt.toISOString(), files: files.map(toManifestFile) };
}

function toManifestFile({ report, ...file }: SavedFile): ManifestFile {
  const { original, result } = file;
  return {
    ...file,
    savedPercent: Math.round((1 - result.sizeBytes / Math.max(1, original.sizeBytes)) * 1_000) / 10,
    report: report && withoutInternals(report),
  };
}

/** Removes what describes the work of the engine instead of the result. */
function withoutInternals({ stepsMs: _, probes: _probes, next: _next, ...facts }: EngineReport) {
  return facts;
}

/** Returns the files without additional variants: one for each compressed image. */
export const mainFiles = ({ files }: Manifest): ManifestFile[] =>
  files.filter(({ variant }) => variant?.isMain !== false);

/** Returns the total sizes of all originals and of all results, in bytes. Additional variants do not count. */
export function totalSizes(manifest: Manifest): { originalBytes: number; resultBytes: number } {
  const files = mainFiles(manifest);
  return {
    originalBytes: files.reduce((sum, { original }) => sum + original.sizeBytes, 0),
    resultBytes: files.reduce((sum, { result }) => sum + result.sizeBytes, 0),
  };
}

/** Texts of the manifest page. They are functions where they contain values, so that each caller formats them. */
export interface ManifestTexts {
  language: string;
  direction: 'ltr' | 'rtl';
  title: string;
  summary: string;
  columns: { file: string; original: string; result: string; saved: string; score: string; details: string };
  note: string;
  /** Returns a file size such as "343.2 KB". */
  size: (sizeBytes: number) => string;
  saved: (percent: number) => string;
  /** Returns lines about the scores of a result, such as "80, worst part 72", and whether it deserves a look. */
  score: (report: NonNullable<ManifestFile['report']>) => string[];
  /** Returns lines about metadata, colors and HDR. */
  details: (report: NonNullable<ManifestFile['report']>) => string[];
}

/** Returns the manifest as an HTML page without scripts, which shows the images beside it. */
export function manifestPage({ files }: Manifest, texts: ManifestTexts): string {
  const { language, direction, title, summary, columns, note } = texts;
  const head = Object.values(columns).map((name) => `<th scope="col">${escapeHtml(name)}</th>`);
  return `<!doctype html>
<html lang="${escapeHtml(language)}" dir="${direction}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(summary)}</p>
<table>
<thead><tr>${head.join('')}</tr></thead>
<tbody>
${files.map((file) => rowOf(file, texts)).join('\n')}
</tbody>
</table>
<p><small>${escapeHtml(note)}</small></p>
</html>
`;
}

function rowOf(file: ManifestFile, texts: ManifestTexts): string {
  const { path, original, result, savedPercent, report } = file;
  const { widthPx, heightPx, sha256 } = result;
  const link = escapeHtml(linkTo(path));
  const sides = widthPx && heightPx ? `<span><bdi dir="ltr">${widthPx} × ${heightPx}</bdi></span>` : '';
  const sizeOf = (format: InputFormat, sizeBytes: number) =>
    `${isEncodedFormat(format) ? formatNames[format] : format.toUpperCase()}, ${texts.size(sizeBytes)}`;
  const cells: Record<keyof ManifestTexts['columns'], string> = {
    file: `<a href="${link}"><img src="${link}" alt="" loading="lazy">${isolated(path)}</a>`,
    original: `${isolated(original.name)}${lines([sizeOf(original.format, original.sizeBytes)])}`,
    result: `${lines([sizeOf(result.format, result.sizeBytes)])}${sides}`,
    saved: escapeHtml(texts.saved(savedPercent)),
    score: lines(report ? texts.score(report) : scoreOfVariant(file)),
    details: `${lines(report ? texts.details(report) : [])}${sha256 ? `<code>SHA-256 ${escapeHtml(sha256)}</code>` : ''}`,
  };
  const tags = Object.entries(cells).map(([column, cell]) => {
    const label = escapeHtml(texts.columns[column as keyof typeof cells]);
    return `<td data-label="${label}">${cell}</td>`;
  });
  return `<tr${report?.needsReview ? ' class="review"' : ''}>${tags.join('')}</tr>`;
}

const scoreOfVariant = ({ variant }: ManifestFile) =>
  typeof variant?.score === 'number' ? [String(Math.round(variant.score))] : [];

const lines = (texts: string[]) => texts.map((text) => `<span>${escapeHtml(text)}</span>`).join('');

/** Returns a file name that keeps its own direction in a page of another direction. */
const isolated = (name: string) => `<bdi>${escapeHtml(name)}</bdi>`;

const linkTo = (path: string) => path.toWellFormed().split('/').map(encodeURIComponent).join('/');

const style = `
:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}
body{max-width:78rem;margin:2.5rem auto;padding:0 1rem}
h1{font-size:1.6rem;font-weight:600;margin:0}
a{color:light-dark(#08705f,#5fc9b2)}
table{border-collapse:collapse;width:100%;margin:1.5rem 0}
th,td{text-align:start;vertical-align:top;padding:.75rem 1.25rem .75rem 0;border-bottom:1px solid #8886}
th{font-weight:500;opacity:.75}
td{font-variant-numeric:tabular-nums}
td a{display:grid;grid-template-columns:3.5rem 1fr;gap:.75rem;overflow-wrap:anywhere}
td img{width:3.5rem;height:3.5rem;object-fit:cover;border-radius:6px}
td span{display:block}
code{display:block;max-width:22rem;overflow-wrap:anywhere;font-size:.75rem;opacity:.75}
.review td:nth-child(5) span:last-child{font-weight:600}
@media(max-width:50rem){
thead{position:absolute;clip-path:inset(50%)}
tr{display:block;padding:.75rem 0;border-bottom:1px solid #8886}
td{display:block;border:0;padding:.2rem 0}
td:not(:first-child)::before{content:attr(data-label);display:block;font-size:.8rem;opacity:.75}
}
`;
