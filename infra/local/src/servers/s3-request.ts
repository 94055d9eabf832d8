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

/** One request for the bucket itself, signed (AWS signature 4): enough to make it and to see that the keys fit. */
export async function requestBucket(method: 'HEAD' | 'PUT', s3: S3Env): Promise<number> {
  const url = new URL(`${s3.S3_ENDPOINT.replace(/\/$/, '')}/${s3.S3_BUCKET}`);
  const time = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  const scope = `${time.slice(0, 8)}/${s3.S3_REGION}/s3/aws4_request`;
  const bodyHash = sha256('');
  const headers = { host: url.host, 'x-amz-content-sha256': bodyHash, 'x-amz-date': time };
  const names = Object.keys(headers).join(';');
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
  const canonical = [method, url.pathname, '', lines.join(''), names, bodyHash].join('\n');
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${s3.S3_SECRET_ACCESS_KEY}`);
  const signature = hmac(key, ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')).toString(
    'hex',
  );
  const authorization = `AWS4-HMAC-SHA256 Credential=${s3.S3_ACCESS_KEY_ID}/${scope},SignedHeaders=${names},Signature=${signature}`;
  const answer = await fetch(url, {
    method,
    headers: { ...headers, authorization },
    signal: AbortSignal.timeout(requestTimeoutMs),
  });
  await answer.arrayBuffer();
  return answer.status;
}
