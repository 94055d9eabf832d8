import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../gateway.ts';
import { type Contract, createContract, type Document, type MediaType } from './contract.ts';

let gateway: TestGateway;
let contract: Contract;

beforeAll(async () => {
  gateway = await startGateway({ PUBLIC_URL: 'https://gossamer.example' });
  const answer = await fetch(`${gateway.url}/api/v1/openapi.json`);
  contract = createContract((await answer.json()) as Document);
  return () => gateway.close();
});

/** Returns all request and response bodies with their paths in the document. */
function mediaTypes({ paths, webhooks }: Document): { media: MediaType; place: string[] }[] {
  const found = (content: Record<string, MediaType> | undefined, place: string[]) =>
    Object.entries(content ?? {}).map(([type, media]) => ({ media, place: [...place, 'content', type] }));
  return Object.entries({ paths, webhooks }).flatMap(([group, addresses]) =>
    Object.entries(addresses).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { requestBody, responses }]) => [
        ...found(requestBody?.content, [group, path, method, 'requestBody']),
        ...Object.entries(responses).flatMap(([status, { content }]) =>
          found(content, [group, path, method, 'responses', status]),
        ),
      ]),
    ),
  );
}

const operations = () => [...contract.operations.values()];

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate({ ...contract.document });
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    expect(contract.document).toMatchObject({
      openapi: '3.1.0',
      servers: [{ url: 'https://gossamer.example/api/v1' }],
      security: [{ apiKey: [] }],
    });
  });

  it('has a unique id and documented path parameters for every operation', () => {
    expect(contract.operations.size).toBe(
      Object.values(contract.document.paths).flatMap((methods) => Object.keys(methods)).length,
    );
    for (const { path, operation } of operations()) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const inPath = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
      expect(inPath.map(({ name }) => name)).toEqual(named);
    }
  });

  it('has examples that match its schemas', () => {
    const checked = mediaTypes(contract.document).flatMap(({ media, place }) =>
      Object.entries(media.examples ?? {}).map(([name, example]) => {
        const { value } = '$ref' in example ? contract.at<{ value: unknown }>(example.$ref) : example;
        const { isValid, errors } = contract.validate(value, ...place, 'schema');
        expect(isValid, `${place.join(' ')} ${name}: ${errors}`).toBe(true);
        return name;
      }),
    );
    expect(checked.length).toBeGreaterThan(100);
  });

  it('documents the webhook messages', () => {
    const { webhooks } = contract.document;
    expect(Object.keys(webhooks)).toEqual(['compression.completed', 'compression.failed']);
    for (const [type, { post }] of Object.entries(webhooks)) {
      expect(post?.parameters?.map(({ name }) => name)).toEqual([
        'webhook-id',
        'webhook-timestamp',
        'webhook-signature',
      ]);
      const { properties } = post!.requestBody!.content['application/json']!.schema;
      expect(properties).toMatchObject({
        type: { const: type },
        data: { $ref: '#/components/schemas/Compression' },
      });
    }
  });

  it('is public, readable from other origins and cacheable', async () => {
    const url = `${gateway.url}/api/v1/openapi.json`;
    const first = await fetch(url);
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('access-control-allow-origin')).toBe('*');
    expect(first.headers.get('cache-control')).toBe('public, max-age=300');
    expect(first.headers.getSetCookie()).toEqual([]);
    await contract.check('getDocument', first);
    const again = await fetch(url, { headers: { 'if-none-match': `W/"x", ${etag}` } });
    expect(again.status).toBe(304);
    await contract.check('getDocument', again);
  });
});
