import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapeHtml } from '@gossamer/contracts/escape-html';
import { formatNames } from '@gossamer/contracts/formats';
import { short } from '../figures.ts';
import { madePath, originalPath } from './compare.ts';
import type { ComparedImage, Comparison, Made, Results } from './results.ts';
import { cellsOf, columns } from './table.ts';

/** Returns the results as one HTML page without scripts, with links to all files beside it. */
export function benchmarkPage({ measuredOn, versions, comparisons }: Results): string {
  const head = Object.values(columns).map((name) => `<th scope="col">${name}</th>`);
  const encoders = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Gossamer benchmark</title>
<style>${readFileSync(join(import.meta.dirname, 'page.css'), 'utf8')}</style>
<main>
<h1>Bytes at equal quality</h1>
<p>Each tool compressed every image with its default settings. Gossamer then compressed the original to the same measured
quality, the SSIMULACRA2 score of the tool's file. A ratio below 1 means that our file is smaller, or took less time.
Rows in which we lose stay in. <code>results.json</code> beside this page has all figures, and the files can be opened.</p>
<div class="scroll" tabindex="0" role="region" aria-label="All comparisons">
<table>
<thead><tr>${head.join('')}</tr></thead>
<tbody>${comparisons.map(rowOf).join('\n')}</tbody>
</table>
</div>
<h2>Every image</h2>
${comparisons.map(detailsOf).join('\n')}
<p class="note">Measured on ${measuredOn}. ${escapeHtml(encoders.join(', '))}. Lossless files have a score of 100, which ours at the highest quality do not
reach. The method and its limits are in docs/benchmark.md; sources and licenses of the images in tools/bench/images/README.md.</p>
</main>
</html>
`;
}

function rowOf(comparison: Comparison): string {
  const { tool, bytes, ...others } = cellsOf(comparison);
  const cells = Object.values(others).map((text) => `<td>${escapeHtml(text)}</td>`);
  return `<tr><th scope="row"><a href="#${comparison.id}">${escapeHtml(tool)}</a></th>${ratioCell(bytes)}
${cells.join('')}</tr>`;
}

/** Renders a rounded ratio of bytes. A ratio of 1.00 is neither ahead nor behind. */
function ratioCell(ratio: string): string {
  const look = Number(ratio) < 1 ? 'ahead' : Number(ratio) > 1 ? 'behind' : 'even';
  return `<td class="${look}">${ratio}</td>`;
}

function detailsOf(comparison: Comparison): string {
  const { id, tool, settings, images } = comparison;
  return `<details id="${id}"><summary>${escapeHtml(`${tool}: ${settings}`)}</summary>
<div class="scroll" tabindex="0" role="region" aria-label="${escapeHtml(tool)}"><table>
<thead><tr><th scope="col">image</th><th scope="col">${escapeHtml(tool)}</th><th scope="col">Gossamer</th>
<th scope="col">ratio</th></tr></thead>
<tbody>${images.map((image) => imageRow(comparison, image)).join('\n')}</tbody></table></div></details>`;
}

function imageRow({ id, group }: Comparison, { name, theirs, ours }: ComparedImage): string {
  return `<tr><th scope="row"><a href="${originalPath(group, name)}">${escapeHtml(name)}</a></th>
<td>${sideOf(madePath(id, name, 'theirs', theirs), theirs)}</td>
<td>${sideOf(madePath(id, name, 'ours', ours), ours)}</td>
${ratioCell(short(ours.bytes / theirs.bytes))}</tr>`;
}

function sideOf(path: string, { format, bytes, score, butteraugli, cpuMs }: Made): string {
  const distance = butteraugli === null ? '' : `, Butteraugli ${butteraugli}`;
  const size = `${formatNames[format]}, ${bytes.toLocaleString('en')} bytes`;
  return `<a href="${path}">${size}</a><small>score ${score}${distance}, ${cpuMs} ms</small>`;
}
