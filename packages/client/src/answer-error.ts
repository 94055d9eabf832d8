import { GossamerError } from './errors.ts';
import type { Problem } from './problem.ts';

/** Converts a response that is not 2xx to an error. Never rejects because of the response's content. */
export async function answerError(response: Response): Promise<GossamerError> {
  const { status, headers } = response;
  const retryAfterSeconds = readRetryAfter(headers.get('retry-after'));
  const requestId = headers.get('x-request-id') ?? undefined;
  if (isRedirect(response)) {
    return new GossamerError(
      'The server redirected to another URL. The API key was not sent there. Check baseUrl.',
      { code: 'unexpected_answer', status: status || undefined, requestId },
    );
  }
  const problem = readProblem(await response.text());
  if (!problem) {
    return new GossamerError(`The server returned HTTP ${status}, but not an API response. Check baseUrl.`, {
      code: 'unexpected_answer',
      status,
      requestId,
      retryAfterSeconds,
    });
  }
  const { code, detail, field, details, retryAfter } = problem;
  return new GossamerError(detail, {
    code,
    status,
    field,
    details,
    requestId: problem.requestId ?? requestId,
    retryAfterSeconds: retryAfterSeconds ?? retryAfter,
  });
}

/**
 * Returns whether a response is a redirect. In browsers, `fetch` with `redirect: 'manual'` hides all other details of a
 * redirect.
 */
const isRedirect = ({ type, status }: Response) =>
  type === 'opaqueredirect' || (status >= 300 && status < 400);

function readProblem(text: string): Problem | undefined {
  try {
    const body = JSON.parse(text) as Partial<Problem> | null;
    return typeof body?.code === 'string' && typeof body.detail === 'string' ? (body as Problem) : undefined;
  } catch {
    return undefined;
  }
}

/** Parses a Retry-After header (RFC 9110), which contains a number of seconds or a date. Returns seconds. */
function readRetryAfter(value: string | null): number | undefined {
  if (value === null) return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1_000));
}
