/** The parts of JSON Schema that the API's document uses. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  default?: unknown;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  additionalProperties?: boolean | JsonSchema;
  required?: string[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
}

/** Returns the name of the component that the schema refers to. */
export const referredName = ({ $ref }: JsonSchema): string | undefined => $ref?.split('/').at(-1);

/** Splits a schema into the schema of its values other than null, and whether it allows null. */
export function withoutNull(schema: JsonSchema): { schema: JsonSchema; isNullable: boolean } {
  const others = schema.anyOf?.filter(({ type }) => type !== 'null');
  if (others && others.length < (schema.anyOf?.length ?? 0)) {
    const [only, ...more] = others;
    return { schema: only && more.length === 0 ? only : { anyOf: others }, isNullable: true };
  }
  if (!Array.isArray(schema.type)) return { schema, isNullable: false };
  const types = schema.type.filter((type) => type !== 'null');
  return { schema: { ...schema, type: types[0] ?? 'null' }, isNullable: types.length < schema.type.length };
}

/**
 * Returns the schema of an object, or of the objects in a list, without null. Alternatives are merged: only fields that
 * all of them require are required.
 */
export function objectIn(schema: JsonSchema): JsonSchema | undefined {
  const { schema: inner } = withoutNull(schema);
  if (inner.items) return objectIn(inner.items);
  if (!inner.anyOf?.every(({ properties }) => properties)) return inner.properties && inner;
  return {
    properties: Object.assign({}, ...inner.anyOf.map(({ properties }) => properties)),
    required: Object.keys(inner.anyOf[0]?.properties ?? {}).filter((name) =>
      inner.anyOf?.every(({ required }) => required?.includes(name)),
    ),
  };
}
