import { STATUS_CODES } from 'node:http';
import { errorStatuses, failureCodes } from '@gossamer/contracts/errors';
import { type ApiCode, apiCodes, isRetried, problemSample } from '../../document/problem-samples.ts';
import { statusMeanings } from '../../document/status-meanings.ts';
import { type Frame, layOut, type Theme, toHtml } from './layout.ts';

const isFailure = (code: ApiCode) => failureCodes.some((failure) => failure === code);

/** Returns a page that lists every error code of the API. A problem's `type` links to its code on this page. */
export function errorsPage(frame: Frame): (theme: Theme) => string {
  const { publicUrl, searchIndex } = frame;
  const byStatus = Object.groupBy(apiCodes, (code) => errorStatuses[code]);
  const example = JSON.stringify(problemSample('invalid_quality', publicUrl), null, 2);
  const main = `<h1>Errors</h1>
<p class="lead">Every error is an RFC 9457 problem, sent as <code>application/problem+json</code>. Check <code>code</code> in your program: codes are never renamed, but the texts may change.${searchIndex ? ' The <a href="/docs/errors">guide</a> shows which to retry, and how.' : ''}</p>
<pre tabindex="0" aria-label="Example">${toHtml(example)}</pre>
<p>Codes marked “job” can also appear as <code>error.code</code> of a failed job. Numbers in the texts are the limits of this service, or examples.</p>
${Object.entries(byStatus)
  .map(([status, codes = []]) => section(Number(status), codes, publicUrl))
  .join('\n')}`;
  return (theme) =>
    layOut(frame, theme, {
      title: 'API errors',
      description: 'Every error code of the Gossamer API, what it means and what to do.',
      path: '/api/docs/errors',
      area: '/api/docs/errors',
      main,
    });
}

function section(status: number, codes: ApiCode[], publicUrl: string): string {
  const { meaning, advice } = statusMeanings[status] ?? { meaning: '', advice: '' };
  return `<section aria-labelledby="status-${status}">
<h2 id="status-${status}">${status} <span>${STATUS_CODES[status]}</span></h2>
<p>${toHtml(`${meaning} ${advice}`)}</p>
<dl>
${codes.map((code) => entry(code, publicUrl)).join('\n')}
</dl>
</section>`;
}

function entry(code: ApiCode, publicUrl: string): string {
  const { detail, field } = problemSample(code, publicUrl);
  const marks = [
    ...(isFailure(code) ? ['job'] : []),
    ...(isRetried(code) ? ['Retry-After'] : []),
    ...(field ? [`field: ${field}`] : []),
  ];
  return `<div id="${code}"><dt><a class="code" href="#${code}"><code>${code}</code></a>${marks
    .map((text) => ` <span class="mark">${toHtml(text)}</span>`)
    .join('')}</dt><dd>${toHtml(detail)}</dd></div>`;
}
