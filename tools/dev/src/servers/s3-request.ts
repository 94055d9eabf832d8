import { createHash, createHmac } from 'node:crypto';

export interface S3Env {
  S3_ENDPOINT: string;
  S3_REGION: string;
  S3_BUCKET: string;
  S3_ACCESS_KEY_ID: string;
  S3_SECRET_ACCESS_KEY: string;
}

const requestTimeoutMs = 10_000;
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/**
 * Sends a request for the bucket itself and returns the response status. PUT creates the bucket, HEAD checks the
 * credentials, and DELETE deletes an empty bucket.
 */
export async function requestBucket(method: 'HEAD' | 'PUT' | 'DELETE', s3: S3Env): Promise<number> {
  return (await send(method, s3)).status;
}

/**
 * Deletes a bucket and all of its objects. Object keys must not require URL escaping.
 * @throws Error if a request fails
 */
export async function removeBucket(s3: S3Env): Promise<void> {
  for (let keys = await listKeys(s3); keys.length > 0; keys = await listKeys(s3)) {
    for (const key of keys) expectStatus(204, await send('DELETE', s3, { key }));
  }
  expectStatus(204, await send('DELETE', s3));
}

/** Returns the keys of the first 1,000 objects. */
async function listKeys(s3: S3Env): Promise<string[]> {
  const answer = await send('GET', s3, { query: 'list-type=2' });
  expectStatus(200, answer);
  return [...answer.text.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = '']) => key);
}

function expectStatus(status: number, answer: Answer): void {
  if (answer.status !== status)
    throw new Error(`the S3 server returned HTTP ${answer.status}: ${answer.text}`);
}

interface Answer {
  status: number;
  text: string;
}

/** Sends a request without a body, signed with AWS Signature Version 4. */
async function send(
  method: string,
  s3: S3Env,
  { key = '', query = '' }: { key?: string; query?: string } = {},
): Promise<Answer> {
  const url = new URL(`${s3.S3_ENDPOINT.replace(/\/$/, '')}/${s3.S3_BUCKET}`);
  if (key) url.pathname += `/${key}`;
  url.search = query;
  const time = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  const headers = { host: url.host, 'x-amz-content-sha256': sha256(''), 'x-amz-date': time };
  const answer = await fetch(url, {
    method,
    headers: { ...headers, authorization: authorization(method, s3, url, headers) },
    signal: AbortSignal.timeout(requestTimeoutMs),
  });
  return { status: answer.status, text: await answer.text() };
}

function authorization(
  method: string,
  s3: S3Env,
  url: URL,
  headers: { 'x-amz-content-sha256': string; 'x-amz-date': string },
): string {
  const time = headers['x-amz-date'];
  const scope = `${time.slice(0, 8)}/${s3.S3_REGION}/s3/aws4_request`;
  const names = Object.keys(headers).join(';');
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
  const canonical = [
    ...[method, url.pathname, url.search.slice(1)],
    ...[lines.join(''), names, headers['x-amz-content-sha256']],
  ].join('\n');
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${s3.S3_SECRET_ACCESS_KEY}`);
  const signature = hmac(key, ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')).toString(
    'hex',
  );
  return `AWS4-HMAC-SHA256 Credential=${s3.S3_ACCESS_KEY_ID}/${scope},SignedHeaders=${names},Signature=${signature}`;
}
