import { toHtml } from '../pages/layout.ts';
import { type JsonSchema, objectIn } from './json-schema.ts';
import { typeText } from './type-text.ts';

/** A field of an object, a parameter or a header. */
export interface Field {
  name: string;
  schema: JsonSchema;
  isRequired: boolean;
  /** Name of the only request encoding that has the field, such as "JSON". Absent if all encodings have the field. */
  onlyIn?: string;
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
 * Renders fields as a description list. Required fields of requests come first.
 * @param marks whether to mark required fields (in requests) or optional ones (in responses)
 * @param parentId prefix of the fields' ids: `createCompression` results in `createCompression.quality`
 */
export function fieldList(
  fields: readonly Field[],
  marks: 'required' | 'optional',
  parentId: string,
): string {
  const sorted =
    marks === 'required' ? fields.toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired)) : fields;
  return `<dl class="fields">\n${sorted.map((field) => entry(field, marks, parentId)).join('\n')}\n</dl>`;
}

/** Returns a default value as text: strings without quotation marks, other values as JSON. */
const defaultText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

function entry(
  { name, schema, isRequired, onlyIn, description }: Field,
  marks: 'required' | 'optional',
  parentId: string,
): string {
  const isMarked = isRequired === (marks === 'required');
  const id = `${parentId}.${name}`;
  const facts = [
    `<code class="name">${name}</code>`,
    `<span class="type">${typeText(schema)}</span>`,
    ...(isMarked ? [`<span class="mark">${marks}${onlyIn ? ` in ${onlyIn}` : ''}</span>`] : []),
    ...(schema.default === undefined
      ? []
      : [
          `<span class="type">default <code class="value">${toHtml(defaultText(schema.default))}</code></span>`,
        ]),
  ];
  const inner = objectIn(schema);
  const text = description ? `<p>${toHtml(description)}</p>` : '';
  const nested = inner
    ? `<details><summary>Fields of <code>${name}</code></summary>${fieldList(fieldsOf(inner), marks, id)}</details>`
    : '';
  return `<div id="${id}"><dt>${facts.join(' ')}</dt><dd>${text}${nested}</dd></div>`;
}
