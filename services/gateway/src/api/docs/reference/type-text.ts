import { toHtml } from '../pages/layout.ts';
import { errorLink, isErrorCode } from './error-links.ts';
import { type JsonSchema, referredName, withoutNull } from './json-schema.ts';

const formats: Record<string, string> = { 'date-time': 'timestamp', uri: 'URL', binary: 'file' };

/**
 * Describes the type of a value as HTML: "integer, 10 to 100", "list of <a>BatchItem</a> or null". The values of an
 * enumeration are separated by spaces.
 */
export function typeText(given: JsonSchema): string {
  const { schema, isNullable } = withoutNull(given);
  return `${nonNullText(schema)}${isNullable ? ' or null' : ''}`;
}

function nonNullText(schema: JsonSchema): string {
  const name = referredName(schema);
  if (name) return `<a href="#${name}">${name}</a>`;
  if (schema.anyOf) return schema.anyOf.map(typeText).join(' or ');
  if (schema.const !== undefined) return code(schema.const);
  if (schema.enum?.every(isErrorCode))
    return schema.enum.map((each) => errorLink(each, code(each))).join(' ');
  if (schema.enum) return schema.enum.map(code).join(' ');
  switch (schema.type) {
    case 'array':
      return `list of ${typeText(schema.items ?? {})}${schema.maxItems ? `, at most ${schema.maxItems}` : ''}`;
    case 'object':
      return schema.properties ? 'object' : mapText(schema);
    case 'integer':
    case 'number':
      return `${schema.type}${rangeText(schema)}`;
    case 'string':
      return stringText(schema);
    default:
      return String(schema.type ?? 'any value');
  }
}

/** Describes an object with arbitrary keys by the types of its values: "object of strings". */
function mapText({ additionalProperties }: JsonSchema): string {
  const { type = 'value' } = typeof additionalProperties === 'object' ? additionalProperties : {};
  return `object of ${[type]
    .flat()
    .map((each) => `${each}s`)
    .join(' or ')}`;
}

function rangeText({ minimum, maximum }: JsonSchema): string {
  if (minimum === undefined && maximum === undefined) return '';
  if (maximum === undefined) return `, at least ${minimum}`;
  return minimum === undefined ? `, at most ${maximum}` : `, ${minimum} to ${maximum}`;
}

function stringText({ format = '', maxLength }: JsonSchema): string {
  const name = formats[format] ?? 'string';
  return maxLength ? `${name}, at most ${maxLength} characters` : name;
}

const code = (value: unknown) => `<code class="value">${toHtml(String(value))}</code>`;
