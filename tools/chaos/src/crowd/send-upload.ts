import { request } from 'node:http';
import { waitSeconds } from '../retry-after.ts';

/** Outcome of one upload. `broken` means that the connection was closed before the response was complete. */
export type Answer =
  | { type: 'accepted'; id: string; tookMs: number }
  | { type: 'retry later' | 'wrong' | 'broken' | 'hung'; what: string; tookMs: number };

export interface Form {
  contentType: string;
  head: Buffer;
  file: Buffer;
  tail: Buffer;
}

const chunkBytes = 256 * 1024;
const hungAfterMs = 90_000;
const retryStatuses: ReadonlySet<number | undefined> = new Set([429, 503]);

/** Builds a multipart form body that contains a single file. */
export function formOf(file: Buffer): Form {
  const boundary = 'gossamer-chaos-boundary';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="image"; filename="crowd.jpg"\r\n\r\n`;
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    head: Buffer.from(head),
    file,
    tail: Buffer.from(`\r\n--${boundary}--\r\n`),
  };
}

/** Sends one upload on its own connection. Like a browser, keeps sending the body until a response arrives. */
export function sendUpload(url: string, cookie: string, form: Form): Promise<Answer> {
  const { contentType, head, file, tail } = form;
  const startedAt = performance.now();
  const tookMs = () => performance.now() - startedAt;
  return new Promise((resolve) => {
    const outgoing = request(`${url}/api/compress`, {
      method: 'POST',
      agent: false,
      headers: {
        cookie,
        'content-type': contentType,
        'content-length': head.length + file.length + tail.length,
      },
    });
    let isAnswered = false;
    const end = (answer: Answer) => {
      clearTimeout(timer);
      resolve(answer);
      outgoing.destroy();
    };
    const broken = (error: Error) => end({ type: 'broken', what: error.message, tookMs: tookMs() });
    const timer = setTimeout(() => end({ type: 'hung', what: 'no answer', tookMs: tookMs() }), hungAfterMs);
    outgoing.on('response', (answer) => {
      isAnswered = true;
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('error', broken);
      answer.on('end', () => {
        const { statusCode, headers } = answer;
        const text = Buffer.concat(parts).toString();
        end({ ...readAnswer(statusCode, headers['retry-after'], text), tookMs: tookMs() });
      });
    });
    // Ignore request errors once the response has started, because the response may still be complete.
    outgoing.on('error', (error) => (isAnswered ? undefined : broken(error)));
    const feed = (at: number) => {
      if (isAnswered) return;
      if (at >= file.length) return void outgoing.end(tail);
      // Return to the event loop between chunks. Otherwise, the socket buffers of the loopback interface accept whole
      // files, and this process reads the first response seconds later.
      outgoing.write(file.subarray(at, at + chunkBytes), () => setImmediate(feed, at + chunkBytes));
    };
    outgoing.write(head, () => feed(0));
  });
}

type Read = { type: 'accepted'; id: string } | { type: 'retry later' | 'wrong'; what: string };

/**
 * Returns the outcome of a response. The outcome is `wrong` unless the response contains an id, or an error code and a
 * valid Retry-After.
 */
function readAnswer(status: number | undefined, retryAfter: string | undefined, text: string): Read {
  const { compressionId, code } = parsed(text);
  if ((status === 200 || status === 202) && compressionId) return { type: 'accepted', id: compressionId };
  const what = `${status} ${code ?? 'without a body'}`;
  if (retryStatuses.has(status) && code && waitSeconds(retryAfter)) return { type: 'retry later', what };
  return { type: 'wrong', what: `${what}, Retry-After ${retryAfter ?? 'none'}` };
}

function parsed(text: string): { compressionId?: string; code?: string } {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
