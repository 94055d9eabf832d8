import { toHtml } from '../pages/layout.ts';
import { type JsonSchema, objectIn } from './json-schema.ts';
import { typeText } from './type-text.ts';

/** A field of an object, a parameter or a header. */
export interface Field {
  name: string;
  schema: JsonSchema;
  isRequired: boolean;
  description?: string | undefined;
}

/** Returns the fields of an object. */
export function fieldsOf({ properties = {}, required = [] }: JsonSchema): Field[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    isRequired: required.includes(name),
    description: schema.description,
  }));
}

/**
 * Renders fields as a description list.
 * @param marks whether to mark required fields (in requests) or optional ones (in responses)
 */
export function fieldList(fields: readonly Field[], marks: 'required' | 'optional'): string {
  return `<dl class="fields">\n${fields.map((field) => entry(field, marks)).join('\n')}\n</dl>`;
}

/** Returns a default value as text: strings without quotation marks, other values as JSON. */
const defaultText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

function entry({ name, schema, isRequired, description }: Field, marks: 'required' | 'optional'): string {
  const isMarked = isRequired === (marks === 'required');
  const facts = [
    `<code class="name">${name}</code>`,
    `<span class="type">${typeText(schema)}</span>`,
    ...(isMarked ? [`<span class="mark">${marks}</span>`] : []),
    ...(schema.default === undefined
      ? []
      : [
          `<span class="type">default <code class="value">${toHtml(defaultText(schema.default))}</code></span>`,
        ]),
  ];
  const inner = objectIn(schema);
  const text = description ? `<p>${toHtml(description)}</p>` : '';
  const nested = inner
    ? `<details><summary>Fields of <code>${name}</code></summary>${fieldList(fieldsOf(inner), marks)}</details>`
    : '';
  return `<div><dt>${facts.join(' ')}</dt><dd>${text}${nested}</dd></div>`;
}
