import { createHash, createHmac } from 'node:crypto';

export interface PresignOptions {
  /** Media type to sign. If absent, only the host is signed. */
  contentType?: string;
  /** Time at which the URL was signed. Defaults to now. */
  signedAt?: Date;
}

const expiresInSeconds = 900;
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/**
 * Returns a URL that allows one upload to a test's bucket for 15 minutes, signed with AWS Signature Version 4.
 * @param s3 the `storageEnv` of the test's servers
 */
export function presignPut(
  s3: Record<string, string>,
  key: string,
  { contentType, signedAt = new Date() }: PresignOptions = {},
): string {
  const url = new URL(`${s3.S3_ENDPOINT?.replace(/\/$/, '')}/${s3.S3_BUCKET}/${key}`);
  const time = signedAt.toISOString().replace(/[-:]|\.\d+/g, '');
  const scope = `${time.slice(0, 8)}/${s3.S3_REGION}/s3/aws4_request`;
  const headers = { ...(contentType && { 'content-type': contentType }), host: url.host };
  const names = Object.keys(headers).join(';');
  url.search = String(
    new URLSearchParams({
      'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
      'X-Amz-Credential': `${s3.S3_ACCESS_KEY_ID}/${scope}`,
      'X-Amz-Date': time,
      'X-Amz-Expires': String(expiresInSeconds),
      'X-Amz-SignedHeaders': names,
    }),
  );
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
  const canonical = [
    ...['PUT', url.pathname, url.search.slice(1)],
    ...[lines.join(''), names, 'UNSIGNED-PAYLOAD'],
  ].join('\n');
  const signingKey = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${s3.S3_SECRET_ACCESS_KEY}`);
  const signed = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  url.searchParams.set('X-Amz-Signature', hmac(signingKey, signed).toString('hex'));
  return url.href;
}
