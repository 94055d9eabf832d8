import type { Problem } from '@gossamer/contracts/problems';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect } from 'vitest';

/** The parts of an OpenAPI document that the tests read. */
export interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    headers: Record<string, Header>;
    examples: Record<string, { value: unknown }>;
  };
}
export interface Operation {
  operationId: string;
  security?: unknown[];
  parameters?: { in: string; name: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, MediaType> };
  responses: Record<string, Answer>;
}
interface Answer {
  description: string;
  headers?: Record<string, Header | { $ref: string }>;
  content?: Record<string, MediaType>;
}
export interface MediaType {
  schema: Schema;
  examples?: Record<string, { value: unknown } | { $ref: string }>;
}
interface Header {
  required?: boolean;
  schema: Schema;
}
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
  items?: Schema;
}

export interface Located {
  method: string;
  path: string;
  operation: Operation;
}

/** An OpenAPI document with functions that validate requests and responses against it. */
export interface Contract {
  document: Document;
  operations: Map<string, Located>;
  /** Returns the component referenced by a `$ref`. */
  at<T>(ref: string): T;
  /** Validates a value against the schema at the given path of the document. */
  validate(value: unknown, ...place: string[]): { isValid: boolean; errors: string };
  /**
   * Validates a response and returns its body.
   * @throws if the response does not match the document
   */
  check(operationId: string, response: Response): Promise<unknown>;
  /** Operation and status of every validated response, as `operationId status`. */
  answered: Set<string>;
  /** Properties that had a value in any validated response, as `Component.property`. */
  filled: Set<string>;
}

/**
 * Replaces each `$ref` to a component with the schema's name, because the validator cannot resolve paths within a
 * document.
 */
const renamed = (schema: unknown): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', '"component:')) as object;

export function createContract(document: Document): Contract {
  const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true });
  formats.default(ajv);
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    ajv.addSchema(renamed(schema), `component:${name}`);
  }
  const compiled = new Map<string, ValidateFunction>();
  const validate = (value: unknown, ...place: string[]) => {
    const key = place.join(' ');
    const schema = place.reduce((node, name) => (node as Record<string, object>)[name]!, document as object);
    const validator = compiled.get(key) ?? ajv.compile(renamed(schema));
    compiled.set(key, validator);
    return { isValid: validator(value), errors: ajv.errorsText(validator.errors) };
  };
  const at = <T>(ref: string): T =>
    ref
      .slice(2)
      .split('/')
      .reduce((node, key) => (node as Record<string, unknown>)[key], document as unknown) as T;
  const operations = operationsOf(document);
  const [answered, filled] = [new Set<string>(), new Set<string>()];
  const check = async (operationId: string, response: Response) => {
    const { path, method, operation } = operations.get(operationId)!;
    const status = String(response.status);
    const answer = operation.responses[status];
    if (!answer)
      throw new Error(`${operationId} returned undocumented HTTP ${status}: ${await response.text()}`);
    const place = ['paths', path, method, 'responses', status];
    checkHeaders({ at, validate }, answer, response, place);
    const body = await checkBody({ at, validate, filled }, answer, response, place);
    answered.add(`${operationId} ${status}`);
    return body;
  };
  return { document, operations, at, validate, check, answered, filled };
}

function operationsOf({ paths }: Document): Map<string, Located> {
  return new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [
        operation.operationId,
        { method, path, operation },
      ]),
    ),
  );
}

/** Matches headers that are not specific to the API, such as HTTP, browser security and CORS headers. */
const ofAnyAnswer =
  /^(connection|keep-alive|date|content-(type|length|encoding|security-policy)|transfer-encoding|vary|access-control-(allow-origin|expose-headers)|cross-origin-\w+-policy|origin-agent-cluster|referrer-policy|strict-transport-security|x-(content-type-options|dns-prefetch-control|download-options|frame-options|permitted-cross-domain-policies|xss-protection))$/;

function checkHeaders(
  { at, validate }: Pick<Contract, 'at' | 'validate'>,
  { headers = {} }: Answer,
  response: Response,
  place: string[],
): void {
  const documented = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const unknown = [...response.headers.keys()].filter(
    (name) => !documented.has(name) && !ofAnyAnswer.test(name),
  );
  expect(unknown, `${place.join(' ')}: headers that are not in the document`).toEqual([]);
  for (const [name, header] of Object.entries(headers)) {
    const { required = false, schema } = '$ref' in header ? at<Header>(header.$ref) : header;
    const text = response.headers.get(name);
    expect(text !== null || !required, `${place.join(' ')}: ${name} is missing`).toBe(true);
    if (text === null) continue;
    const schemaPlace = '$ref' in header ? ['components', 'headers', name] : [...place, 'headers', name];
    const value = schema.type === 'integer' ? Number(text) : text;
    const { isValid, errors } = validate(value, ...schemaPlace, 'schema');
    expect(isValid, `${name}: ${text}: ${errors}`).toBe(true);
  }
}

async function checkBody(
  { at, validate, filled }: Pick<Contract, 'at' | 'validate' | 'filled'>,
  { content = {} }: Answer,
  response: Response,
  place: string[],
): Promise<unknown> {
  const type = response.headers.get('content-type')?.split(';')[0] ?? '';
  const bytes = await response.arrayBuffer();
  if (Object.keys(content).length === 0) {
    expect(bytes.byteLength, `${place.join(' ')}: a body`).toBe(0);
    return undefined;
  }
  const mediaType = content[type];
  expect(Object.keys(content), place.join(' ')).toContain(type);
  if (type === 'text/html') return Buffer.from(bytes).toString();
  if (!/json$/.test(type)) return bytes;
  const body = JSON.parse(Buffer.from(bytes).toString()) as unknown;
  const { isValid, errors } = validate(body, ...place, 'content', type, 'schema');
  expect(isValid, `${place.join(' ')}: ${errors}: ${JSON.stringify(body)}`).toBe(true);
  note({ at, filled }, mediaType!.schema, body, '');
  if (type === 'application/problem+json') checkProblem(at, mediaType!, response, body as Problem);
  return body;
}

/**
 * Checks that the document lists the error code for this operation and status, and that the example for the code has
 * the same `details` keys as the response.
 */
function checkProblem(
  at: Contract['at'],
  { examples = {} }: MediaType,
  response: Response,
  body: Problem,
): void {
  const { code, status, retryAfter, details = {} } = body;
  expect(Object.keys(examples)).toContain(code);
  const { value } = at<{ value: Problem }>((examples[code] as { $ref: string }).$ref);
  expect(Object.keys(details), code).toEqual(Object.keys(value.details ?? {}));
  expect(status).toBe(response.status);
  expect(response.headers.get('retry-after')).toBe(retryAfter === undefined ? null : String(retryAfter));
}

/** Adds all properties that have a value to `filled`, under the name of their schema. */
function note(parts: Pick<Contract, 'at' | 'filled'>, schema: Schema, value: unknown, name: string): void {
  if (value === null || value === undefined) return;
  if (schema.$ref) note(parts, parts.at(schema.$ref), value, nameIn(schema.$ref));
  for (const option of schema.anyOf ?? []) note(parts, option, value, name);
  for (const item of [value].flat()) {
    if (item !== value) note(parts, schema.items ?? {}, item, `${name}[]`);
  }
  const filled = Object.entries(schema.properties ?? {}).filter(([key]) => (value as Fields)[key] != null);
  for (const [key, property] of filled) {
    parts.filled.add(`${name}.${key}`);
    note(parts, property, (value as Fields)[key], `${name}.${key}`);
  }
}

type Fields = Record<string, unknown>;

const nameIn = (ref: string) => ref.split('/').at(-1)!;

/** Returns the properties of a named schema, as `Component.property`. */
export function propertiesOf({ at }: Pick<Contract, 'at'>, name: string, schema: Schema): string[] {
  if (schema.$ref) return propertiesOf({ at }, nameIn(schema.$ref), at(schema.$ref));
  return [
    ...(schema.anyOf ?? []).flatMap((option) => propertiesOf({ at }, name, option)),
    ...(schema.items ? propertiesOf({ at }, `${name}[]`, schema.items) : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([key, property]) => [
      `${name}.${key}`,
      ...propertiesOf({ at }, `${name}.${key}`, property),
    ]),
  ];
}
