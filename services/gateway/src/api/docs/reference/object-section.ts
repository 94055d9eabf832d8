import { answerExamples } from '../../document/examples.ts';
import { problemSample } from '../../document/problem-samples.ts';
import { toHtml } from '../pages/layout.ts';
import { codeBlock } from './code-block.ts';
import { fieldList, fieldsOf } from './fields.ts';
import { type JsonSchema, objectIn } from './json-schema.ts';

/** Returns an example of each object, keyed by the object's name. */
export function objectExamples(publicUrl: string): Record<string, unknown> {
  const { completed, batch, manifest, estimate, usage } = answerExamples(publicUrl);
  return {
    Metadata: { order: '7041' },
    Compression: completed,
    EngineReport: completed.result?.report,
    Problem: problemSample('invalid_quality', publicUrl),
    CompressionList: { data: [completed], nextCursor: null },
    BatchResult: batch,
    Manifest: manifest,
    Estimate: estimate,
    Usage: usage,
  };
}

/** Renders an object: its fields on one side, an example on the other. */
export function objectSection(name: string, schema: JsonSchema, example: unknown): string {
  const object = objectIn(schema);
  const text = schema.description ? `<p>${toHtml(schema.description)}</p>` : '';
  const fields = object ? fieldList(fieldsOf(object), 'optional', name) : '';
  return `<section id="${name}" class="object" aria-labelledby="${name}-title">
<div><h3 id="${name}-title"><a href="#${name}">${name}</a></h3>${text}${fields}</div>
<div class="examples">${codeBlock('Example', 'json', JSON.stringify(example, null, 2))}</div>
</section>`;
}
