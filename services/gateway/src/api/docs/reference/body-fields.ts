import type { MediaType } from './api-document.ts';
import { type Field, fieldsOf } from './fields.ts';
import { type JsonSchema, objectIn, referredName } from './json-schema.ts';

/**
 * Encodings of bodies that have fields. JSON is first, because fields common to all encodings are shown with the types
 * of the first encoding, and only JSON has lists.
 */
const encodings = { 'application/json': 'JSON', 'multipart/form-data': 'forms' };

/**
 * Returns the fields of a request body. Fields that only one of several encodings has, such as the file of a form, come
 * first and name that encoding.
 */
export function bodyFields(content: Record<string, MediaType>, schemas: Record<string, JsonSchema>): Field[] {
  const bodies = Object.entries(encodings).flatMap(([type, encoding]) => {
    const schema = content[type]?.schema;
    const object = schema && objectIn(resolved(schema, schemas));
    return object ? [{ encoding, fields: fieldsOf(object) }] : [];
  });
  const isInAll = ({ name }: Field) =>
    bodies.every(({ fields }) => fields.some((each) => each.name === name));
  const [first] = bodies;
  return [
    ...bodies
      .toReversed()
      .flatMap(({ encoding, fields }) =>
        fields.filter((field) => !isInAll(field)).map((field) => ({ ...field, onlyIn: encoding })),
      ),
    ...(first?.fields.filter(isInAll) ?? []),
  ];
}

/** Returns the schema that a reference points to. For a list, returns the schema of its items. */
function resolved(schema: JsonSchema, schemas: Record<string, JsonSchema>): JsonSchema {
  if (schema.items) return resolved(schema.items, schemas);
  const name = referredName(schema);
  return (name && schemas[name]) || schema;
}
