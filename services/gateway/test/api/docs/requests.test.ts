import { apiLimits } from '@gossamer/contracts/api';
import { photo } from '@gossamer/testkit/images';
import { beforeAll, describe, expect, it } from 'vitest';
import { roomy } from '../../accounts/people.ts';
import { startGateway, type TestGateway } from '../../gateway.ts';
import { type ApiClient, apiClient, imageServer, submitBytes, submitJson } from '../v1/api-client.ts';
import { type Contract, createContract, type Document, type Schema } from './contract.ts';

let gateway: TestGateway;
let contract: Contract;
let member: ApiClient;

beforeAll(async () => {
  gateway = await startGateway({ ...roomy, GATEWAY_OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8' });
  const document = await fetch(`${gateway.url}/api/v1/openapi.json`);
  contract = createContract((await document.json()) as Document);
  member = await apiClient(gateway);
  return () => gateway.close();
});

const { maxMetadataKeys, maxMetadataKeyChars, maxMetadataValueChars, maxUrlChars } = apiLimits;
const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, 'v']));
const long = (start: string, chars: number) => start + 'a'.repeat(chars - start.length);

/** Values at and beyond the limits of each option. The document and the server must agree on which values are valid. */
const candidates: Record<string, unknown[]> = {
  quality: [10, 85, 100, 9, 101, 50.5, '50', null, true],
  format: ['auto', 'jpeg', 'png', 'webp', 'avif', 'heic', 'gif', 'JPEG', '', 1],
  formats: [['webp'], ['webp', 'avif'], ['gif'], [], 'webp', null],
  filter: ['none', 'grayscale', 'sepia', 'vintage', 'blur', null],
  resizeWidth: [1, 16_383, 0, 16_384, -1, 1.5, '1'],
  resizeHeight: [1, 16_383, 0, 16_384, null],
  maintainAspect: [true, false, 'true', 0, null],
  fit: ['inside', 'fill', 'cover', 'thumb', 'crop', '', null],
  resizePercent: [1, 99, 0, 100, 50.5, '50', null],
  background: ['#ffffff', '#00AAff', 'white', '#fff', 5, null],
  preserve: [['copyright'], ['location', 'creation'], [], ['camera'], 'copyright', null],
  maxBytes: [100, 100_000_000, 99, 100_000_001, 500.5, '500', null],
  minBytes: [100, 100_000_000, 99, 100_000_001, '500'],
  archive: [true, false, 'true', null],
  variants: [
    { widths: [16, 16_383, 'original'], densities: [1, 2, 3], formats: ['avif', 'webp', 'jxl'] },
    { widths: [400], formats: [] },
    { widths: [] },
    { widths: Array.from({ length: 13 }, (_, index) => 100 + index) },
    { widths: [15] },
    { widths: [16_384] },
    { widths: [400.5] },
    { widths: ['400'] },
    { widths: [400], densities: [] },
    { widths: [400], densities: [4] },
    { widths: [400], formats: ['jpeg'] },
    { widths: [400], tint: 'red' },
    {},
    [400],
    null,
  ],
  onUnreachable: ['closest', 'fail', 'shrink', 'pad', '', null],
  color: ['keep', 'srgb', 'p3', '', null],
  hdr: ['keep', 'drop', 'yes', '', null],
  filename: ['a.jpg', '', 'x'.repeat(1_024), 'x'.repeat(1_025), 5],
  wait: [0, 60, 61, -1, 1.5, '5'],
  webhookUrl: [
    'https://hooks.example.com/a?b=c',
    'nowhere',
    '',
    5,
    long('https://hooks.example.com/', 2_049),
  ],
  deliverVariantsTo: [
    { '800.avif': 'https://bucket.example.com/a.avif?X-Amz-Signature=1' },
    {},
    many(49),
    { '800.gif': 'https://bucket.example.com/a' },
    { avif: 'https://bucket.example.com/a' },
    { '800.avif': 'nowhere' },
    { '800.avif': 5 },
    [],
    'https://bucket.example.com/a',
    null,
  ],
  deliverTo: [
    'https://bucket.example.com/a.webp?X-Amz-Signature=1',
    long('https://bucket.example.com/', 4_096),
    long('https://bucket.example.com/', 4_097),
    'nowhere',
    '',
    5,
    null,
  ],
  metadata: [
    ...[
      {},
      { a: 'b' },
      many(maxMetadataKeys),
      many(maxMetadataKeys + 1),
      { a: 1 },
      { '': 'b' },
      [],
      'a',
      null,
    ],
    ...[maxMetadataKeyChars, maxMetadataKeyChars + 1].map((chars) => ({ ['k'.repeat(chars)]: 'v' })),
    ...[maxMetadataValueChars, maxMetadataValueChars + 1].map((chars) => ({ k: 'v'.repeat(chars) })),
  ],
  url: ['http://10.0.0.1/a.jpg', long('http://10.0.0.1/', maxUrlChars), 'nowhere', '', 5, null].concat(
    long('http://10.0.0.1/', maxUrlChars + 1),
  ),
  tint: ['red'],
};
/** URL in a private network. The gateway rejects the URL only after it has accepted all options. */
const url = 'http://10.0.0.1/a.jpg';
const cases = Object.entries(candidates).flatMap(([name, values]) =>
  values.map((value) => [name, value] as const),
);

describe('the server rejects exactly what the OpenAPI document forbids', () => {
  it('in every option of a JSON body', () => {
    const { properties } = contract.document.components.schemas.Submission!;
    expect(Object.keys(candidates).sort()).toEqual([...Object.keys(properties!), 'tint'].sort());
  });

  it.each(['Submission', 'BatchItem'])('in a JSON body: %s', async (schema) => {
    const isBatch = schema === 'BatchItem';
    const path = isBatch ? '/compressions/batch' : '/compressions';
    const all = [...cases.map(([name, value]) => ({ url, [name]: value })), {}, [], 'text', null];
    for (const body of all) {
      const { isValid } = contract.validate(body, 'components', 'schemas', schema);
      const answer = await submitJson(member, path, isBatch ? [body] : body);
      const text = await answer.text();
      expect(answer.status === 400, `${JSON.stringify(body)}: ${text}`).toBe(!isValid);
    }
  });

  it('in the query of a binary upload', async () => {
    const { operation } = contract.operations.get('createCompression')!;
    const params = new Map(
      operation.parameters!.map((param, index) => [param.name, { param, index: String(index) }]),
    );
    for (const [name, value] of cases) {
      // Skip empty strings, which mean that the option is not set. Also skip `metadata` and `url`, which the test above
      // covers as JSON.
      if (String(value) === '' || value === null || name === 'metadata' || name === 'url') continue;
      const text = String(value);
      const known = params.get(name);
      const isValid =
        known !== undefined &&
        contract.validate(
          meant(text, known.param.schema),
          ...['paths', '/compressions', 'post', 'parameters', known.index, 'schema'],
        ).isValid;
      const answer = await submitBytes(
        member,
        Buffer.from('no image'),
        `?${new URLSearchParams({ [name]: text })}`,
      );
      expect(answer.status, `${name}=${text}`).toBe(isValid ? 415 : 400);
    }
  });

  it.each([
    [
      'listCompressions',
      ['limit=1', 'limit=100', 'limit=0', 'limit=101', 'limit=a', 'status=failed', 'status=x'],
    ],
    ['getCompression', ['wait=0', 'wait=60', 'wait=61', 'wait=-1', 'wait=a']],
  ])('in the query of %s', async (operationId, queries) => {
    const { path, operation } = contract.operations.get(operationId)!;
    for (const query of queries) {
      const [name = '', text = ''] = query.split('=');
      const index = operation.parameters!.findIndex((param) => param.name === name);
      const place = ['paths', path, 'get', 'parameters', String(index), 'schema'];
      const { isValid } = contract.validate(meant(text, operation.parameters![index]!.schema), ...place);
      const answer = await member.send(`${path.replace('{id}', '0'.repeat(32))}?${query}`);
      expect(answer.status === 400, query).toBe(!isValid);
    }
  });
});

/** Converts a string to the type that the schema requires. */
function meant(text: string, { type }: Schema): unknown {
  if (type === 'integer' && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  return type === 'boolean' && /^(true|false)$/.test(text) ? text === 'true' : text;
}

describe('the server accepts', () => {
  it('every request body example in the OpenAPI document', async () => {
    const image = await photo({ widthPx: 16, heightPx: 16 });
    const server = await imageServer({ '/harbour.jpg': image, '/quay.png': image });
    for (const operationId of ['createCompression', 'createBatch']) {
      const { path, operation } = contract.operations.get(operationId)!;
      const { examples = {} } = operation.requestBody!.content['application/json']!;
      expect(Object.keys(examples).length).toBeGreaterThan(0);
      for (const example of Object.values(examples)) {
        const text = JSON.stringify((example as { value: unknown }).value);
        // Replace example URLs with local URLs, and do not wait for the results.
        const body = JSON.parse(
          text.replaceAll('https://images.example.com', server.url).replace(/"wait":\d+/, '"wait":0'),
        ) as unknown;
        const answer = await submitJson(member, path, body);
        expect(answer.status, text).toBeLessThan(300);
        if (operationId === 'createBatch') expect(await answer.json()).toMatchObject({ refused: 0 });
      }
    }
    await server.close();
  });
});
