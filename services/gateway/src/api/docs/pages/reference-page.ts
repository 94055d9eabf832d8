import type { OpenApiDocument } from '../../document/build-document.ts';
import { apiGuide, apiSummary, firstResponse, sending } from '../../document/describe-api.ts';
import { answerExamples } from '../../document/examples.ts';
import { type ApiDocument, type Group, groupsOf } from '../reference/api-document.ts';
import { codeBlock, sampleBlock } from '../reference/code-block.ts';
import { codeSamples } from '../reference/code-samples.ts';
import { objectExamples, objectSection } from '../reference/object-section.ts';
import { operationSection } from '../reference/operation-section.ts';
import { icon } from './icons.ts';
import { type Frame, layOut, type Theme, toHtml } from './layout.ts';

/**
 * Returns the page of the API reference: every operation, webhook message and object of the OpenAPI document. All
 * content is available without scripts.
 */
export function referencePage(frame: Frame, document: OpenApiDocument): (theme: Theme) => string {
  const { assets, publicUrl, searchIndex } = frame;
  const { schemas } = (document as unknown as ApiDocument).components;
  const samples = codeSamples(new URL(publicUrl).origin);
  const examples = objectExamples(publicUrl);
  const groups = groupsOf(document, Object.keys(samples));
  // Omit request objects, whose fields are described with their operations.
  const objects = Object.entries(schemas).filter(([name]) => !['Submission', 'BatchItem'].includes(name));

  const contents = [
    contentsList('Guide', [
      ['start', 'Quick start'],
      ...apiGuide.map(({ title }): [string, string] => [slug(title), title]),
    ]),
    ...groups.map(({ name, entries }) =>
      contentsList(
        name,
        entries.map(({ operation, path, isWebhook }) => [
          operation.operationId,
          isWebhook ? path : operation.summary,
        ]),
      ),
    ),
    contentsList(
      'Objects',
      objects.map(([name]) => [name, name]),
    ),
  ].join('\n');

  const groupSection = ({ name, description, entries }: Group) => `<h2 id="${name}">${name}</h2>
<p>${description}</p>
${entries.map((entry) => operationSection(entry, schemas, samples[entry.operation.operationId] ?? {})).join('\n')}`;

  const main = `${contentsBar}
<nav id="contents" popover aria-label="Contents">
${contentsHead}
<div class="sections">
${contents}
</div>
</nav>
<div class="reference">
<h1>API reference</h1>
<p class="lead">Compress images from your own code. The API is part of <a href="/pricing">Pro</a>.${searchIndex ? ' The <a href="/docs/api">guide</a> explains how to use it.' : ''}</p>
<p>Base URL: <code>${new URL('/api/v1', publicUrl).href}</code></p>
<p>Specification: <a href="/api/v1/openapi.json">openapi.json</a> (OpenAPI 3.1)</p>
<section id="start" class="operation"><div><h2>Quick start</h2><p>${apiSummary}</p>
<ol class="steps">
<li><h3>Get a key</h3><p>Keys are created on your account page and are shown once.</p><p><a class="button" href="/account#api-keys">Create an API key</a></p></li>
<li><h3>Send an image</h3><p>${toHtml(sending)}</p></li>
<li><h3>Download the result</h3><p>${toHtml(firstResponse)}</p></li>
</ol></div>
<div class="examples">${sampleBlock('start', samples.createCompression ?? {})}
${codeBlock('Response, shortened', 'json', firstResponseJson(publicUrl))}</div></section>
${apiGuide.map(({ title, text }) => `<section id="${slug(title)}" class="guide"><h2>${title}</h2><p>${toHtml(text)}</p></section>`).join('\n')}
${groups.map(groupSection).join('\n')}
<h2 id="objects">Objects</h2>
${objects.map(([name, schema]) => objectSection(name, schema, examples[name])).join('\n')}
</div>`;
  return (theme) =>
    layOut(frame, theme, {
      title: 'API reference',
      description: 'Every operation of the Gossamer API, with code in curl, Node.js and Python.',
      path: '/api/docs',
      area: '/api/docs',
      styles: [assets.referenceCss],
      main,
    });
}

/**
 * Bar that opens the table of contents on narrow screens. A script adds the name of the current section and shows the
 * search button.
 */
const contentsBar = `<div class="contents-bar"><button type="button" popovertarget="contents">${icon('list')}<span>Contents<span class="current"></span></span></button><button type="button" class="find" aria-label="Search" hidden>${icon('search')}</button></div>`;

/** Title of the table of contents on narrow screens, and the button that closes it. */
const contentsHead = `<div class="contents-head"><span>Contents</span><button type="button" class="close" popovertarget="contents" popovertargetaction="hide">Close</button></div>`;

/**
 * Returns the main fields of the response to the first request, with a shortened URL. The complete response is shown
 * with the operation.
 */
function firstResponseJson(publicUrl: string): string {
  const { id, status, filename, result } = answerExamples(publicUrl).completed;
  const { format, sizeBytes, savedPercent } = result ?? {};
  const url = `${new URL(publicUrl).origin}/files/results/…`;
  return JSON.stringify({ id, status, filename, result: { format, sizeBytes, savedPercent, url } }, null, 2);
}

const slug = (title: string) => title.toLowerCase().replaceAll(' ', '-');

function contentsList(title: string, links: [id: string, text: string][]): string {
  return `<p class="group">${title}</p>
<ul>${links.map(([id, text]) => `<li><a href="#${id}">${text}</a></li>`).join('')}</ul>`;
}
