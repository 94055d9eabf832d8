import { createHash, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { UsageError } from '../../cli/exit-codes.ts';
import { toFileFault } from '../../cli/outcome.ts';
import { mcpLimits } from '../limits.ts';

/**
 * Returns the token that HTTP clients must send, from a file or GOSSAMER_MCP_TOKEN.
 * @throws UsageError if there is none, or it is too short to be random
 */
export async function readToken(
  file: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const token = (file === undefined ? env.GOSSAMER_MCP_TOKEN : await read(file))?.trim();
  if (!token) {
    throw new UsageError(
      '--http needs a bearer token. Set GOSSAMER_MCP_TOKEN, or pass a file with --token-file. To create a token: openssl rand -hex 32',
    );
  }
  if (token.length >= mcpLimits.tokenChars && /^[\x21-\x7e]{1,512}$/.test(token)) return token;
  throw new UsageError(
    `the bearer token must have ${mcpLimits.tokenChars} to 512 characters without spaces. To create one: openssl rand -hex 32`,
  );
}

/**
 * Returns a function that checks an Authorization header. The comparison takes the same time for every wrong token.
 */
export function tokenCheck(token: string): (header: string | undefined) => boolean {
  const expected = hashOf(token);
  return (header = '') => {
    const [, given = ''] = /^Bearer +(\S+) *$/i.exec(header) ?? [];
    return timingSafeEqual(hashOf(given), expected);
  };
}

const hashOf = (text: string) => createHash('sha256').update(text).digest();

async function read(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    throw new UsageError(`failed to read the token from ${file}: ${(toFileFault(error) as Error).message}`);
  });
}
