import { toHtml } from '../pages/layout.ts';
import type { ApiOperation, ApiParameter, Entry, MediaType } from './api-document.ts';
import { bodyFields } from './body-fields.ts';
import { codeBlock, sampleBlock } from './code-block.ts';
import type { Samples } from './code-samples.ts';
import { errorLink, isErrorCode } from './error-links.ts';
import { type Field, fieldList } from './fields.ts';
import type { JsonSchema } from './json-schema.ts';
import { typeText } from './type-text.ts';

type Schemas = Record<string, JsonSchema>;

/** Renders an operation: its text and fields on one side, code and an example response on the other. */
export function operationSection(entry: Entry, schemas: Schemas, samples: Samples): string {
  const { operation, method, path, isWebhook } = entry;
  const { operationId: id, summary, description } = operation;
  const call = isWebhook
    ? `<code>${path}</code>`
    : `<span class="method ${method}">${method.toUpperCase()}</span> <code>/api/v1${path}</code>`;
  return `<section class="operation" id="${id}" aria-labelledby="${id}-title">
<div>
<h3 id="${id}-title"><a href="#${id}">${summary}</a></h3>
<p class="call">${call}</p>
${description
  .split('\n\n')
  .map((paragraph) => `<p>${toHtml(paragraph)}</p>`)
  .join('\n')}
${requestParts(operation, schemas, isWebhook)}
${responsePart(operation, isWebhook)}
${isWebhook ? '' : consoleLink(operation)}
</div>
<div class="examples">
${Object.keys(samples).length > 0 ? sampleBlock(id, samples) : ''}
${isWebhook ? exampleOf('Message', operation.requestBody?.content) : exampleResponse(operation)}
</div>
</section>`;
}

function requestParts(operation: ApiOperation, schemas: Schemas, isWebhook: boolean): string {
  const { operationId, parameters = [], requestBody } = operation;
  const body = requestBody ? bodyFields(requestBody.content, schemas) : [];
  const marks = isWebhook ? 'optional' : 'required';
  const inBody = new Set(body.map(({ name }) => name));
  // Options in the query are the same as in the body, so they are listed only once.
  const of = (place: ApiParameter['in']) =>
    parameters.filter((each) => each.in === place && !(place === 'query' && inBody.has(each.name)));
  const list = (title: string, fields: readonly Field[]) =>
    fields.length > 0 ? `<h4>${title}</h4>\n${fieldList(fields, marks, operationId)}` : '';
  return [
    list('Path', of('path').map(toField)),
    list('Query', of('query').map(toField)),
    list('Headers', of('header').map(toField)),
    requestBody && !isWebhook ? `<h4>Body</h4>\n${bodyText(requestBody)}` : '',
    body.length > 0 ? `${isWebhook ? '<h4>Body</h4>\n' : ''}${fieldList(body, marks, operationId)}` : '',
  ].join('\n');
}

function bodyText({ description, content }: NonNullable<ApiOperation['requestBody']>): string {
  const types = Object.keys(content).map((type) => `<code>${type}</code>`);
  const json = content['application/json']?.schema;
  const listText = json?.items ? `<p>A list of at most ${json.maxItems} items with these fields:</p>` : '';
  return `${description ? `<p>${toHtml(description)}</p>` : ''}
${types.length > 1 ? `<p>Media types: ${types.join(', ')}. In forms and queries, separate the values of lists by commas and send <code>metadata</code> as JSON text.</p>` : ''}${listText}`;
}

function responsePart({ responses }: ApiOperation, isWebhook: boolean): string {
  const all = Object.entries(responses);
  if (isWebhook) return `<h4>Your response</h4>\n${responseList(all)}`;
  const errors = all.filter(([status]) => status >= '400');
  const expected = all.filter(([status]) => status < '400');
  return `<h4>Responses</h4>
${responseList(expected)}
${errors.length > 0 ? `<details><summary>Errors</summary>${responseList(errors)}</details>` : ''}`;
}

function responseList(responses: [status: string, ApiOperation['responses'][string]][]): string {
  const rows = responses.map(([status, { description, content }]) => {
    const schema = content?.['application/json']?.schema;
    const type = schema ? ` <span class="type">${typeText(schema)}</span>` : '';
    return `<div><dt><code class="name">${status}</code>${type}</dt><dd><p>${withErrorLinks(description)}</p></dd></div>`;
  });
  return `<dl class="fields">${rows.join('\n')}</dl>`;
}

/** Formats a string as HTML. Error codes become links to their descriptions. */
const withErrorLinks = (text: string): string =>
  toHtml(text).replace(/<code>(\w+)<\/code>/g, (code, name) =>
    isErrorCode(name) ? errorLink(name, code) : code,
  );

const consoleLink = ({ tags = [], operationId }: ApiOperation) =>
  `<p class="console-link"><a href="/api/docs/console#/${tags[0]}/${operationId}">Try it in the console</a></p>`;

function exampleResponse({ responses }: ApiOperation): string {
  // Prefer the response for a finished job (status 201) to the response for a reused result (status 200).
  const [status, response] =
    Object.entries(responses).find(([each]) => each === '201') ??
    Object.entries(responses).find(([each]) => each.startsWith('2')) ??
    [];
  return exampleOf(`Response ${status}`, response?.content);
}

function exampleOf(title: string, content: Record<string, MediaType> | undefined): string {
  const [example] = Object.values(content?.['application/json']?.examples ?? {});
  return example ? codeBlock(title, 'json', JSON.stringify(example.value, null, 2)) : '';
}

const toField = ({ name, schema, required = false, description }: ApiParameter): Field => ({
  name,
  schema,
  isRequired: required,
  description,
});
