import { z } from 'zod';
import { tokenAnswer } from './answers.ts';
import type { PaypalConfig } from './paypal.ts';

/**
 * A response from PayPal. `status` is 0 if no response was received. `said` describes the response for logs. The
 * description contains neither the body, which includes email addresses, nor network error messages.
 */
export interface Answer {
  status: number;
  body: unknown;
  said: string;
}

export type Call = (method: 'GET' | 'POST', path: string, body?: object) => Promise<Answer>;

/**
 * Safety margin in ms before a token expires. Within this margin, the token is no longer used, so that it cannot expire
 * during a call.
 */
const marginMs = 60_000;

/**
 * Returns a function that calls PayPal's API. The function requests an access token on demand and caches the token
 * until shortly before it expires.
 */
export function openCalls(config: PaypalConfig): Call {
  let kept: Token | undefined;
  let asked: Promise<Token> | undefined;
  const currentToken = async (): Promise<Token> => {
    if (kept && kept.endsAtMs > Date.now()) return kept;
    // Share one token request between concurrent calls.
    asked ??= askForToken(config).finally(() => {
      asked = undefined;
    });
    kept = await asked;
    return kept;
  };
  const once = async (...[method, path, body]: Parameters<Call>) => {
    const used = await currentToken();
    if (!used.value) return { used, answer: { status: 0, body: undefined, said: used.said } };
    const headers = { authorization: `Bearer ${used.value}`, 'content-type': 'application/json' };
    const answer = await send(config, method, path, { headers, body: body && JSON.stringify(body) });
    return { used, answer };
  };
  return async (...wanted) => {
    const first = await once(...wanted);
    if (first.answer.status !== 401) return first.answer;
    // Discard the access token that PayPal has revoked, unless a concurrent call has already replaced it.
    if (kept === first.used) kept = undefined;
    return (await once(...wanted)).answer;
  };
}

interface Token {
  /** The access token; undefined if the token request failed. `said` then contains the reason. */
  value: string | undefined;
  endsAtMs: number;
  said: string;
}

async function askForToken(config: PaypalConfig): Promise<Token> {
  const credentials = Buffer.from(`${config.clientId}:${config.clientSecret}`).toString('base64');
  const { status, body, said } = await send(config, 'POST', '/v1/oauth2/token', {
    headers: {
      authorization: `Basic ${credentials}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  });
  if (status !== 200) return { value: undefined, endsAtMs: 0, said };
  const { data: given } = tokenAnswer.safeParse(body);
  const endsAtMs = given ? Date.now() + given.expires_in * 1_000 - marginMs : 0;
  return { value: given?.access_token, endsAtMs, said: `${said}: unexpected body` };
}

async function send(
  { apiUrl, timeoutMs }: PaypalConfig,
  method: string,
  path: string,
  { headers, body }: { headers: Record<string, string>; body: string | undefined },
): Promise<Answer> {
  const what = `${method} ${path}`;
  try {
    const response = await fetch(new URL(path, apiUrl), {
      method,
      headers,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    return { status: response.status, ...describe(response, text, what) };
  } catch (error) {
    return { status: 0, body: undefined, said: `PayPal did not respond to ${what}: ${faultOf(error)}` };
  }
}

const word = /^\w{1,64}$/;
const named = z
  .object({ name: z.string().regex(word) })
  .or(z.object({ error: z.string().regex(word) }).transform(({ error }) => ({ name: error })));

function describe(response: Response, text: string, what: string): Omit<Answer, 'status'> {
  const body = parse(text);
  const name = named.safeParse(body).data?.name;
  const debugId = response.headers.get('paypal-debug-id') ?? '';
  const words = [
    `PayPal responded to ${what} with HTTP ${response.status}`,
    ...(name === undefined ? [] : [name]),
    // Include PayPal's debug id, which PayPal's support needs to find the call.
    ...(word.test(debugId) ? [`(debug id ${debugId})`] : []),
  ];
  return { body, said: words.join(' ') };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the name or code of an error. The error message is omitted, because it may contain headers. */
function faultOf(error: unknown): string {
  const { cause, name } = error instanceof Error ? error : { cause: undefined, name: 'unknown' };
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? code : name;
}
