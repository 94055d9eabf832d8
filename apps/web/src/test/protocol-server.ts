import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Compression } from '@gossamer/contracts/compressions';

export type SeenUpload = {
  idempotencyKey: string;
  fields: [string, string][];
  fileName: string;
  bytes: number;
};
export type Answer = { status: number; body: unknown; headers?: Record<string, string> } | 'cut';

/** A recorded request with a JSON body or no body. */
export type SeenRequest = { route: string; body: unknown };

/** HTTP server that sends the responses configured by a test and records all requests. */
export class ProtocolServer {
  readonly uploads: SeenUpload[] = [];
  readonly polledIds: string[] = [];
  /** Responses to uploads, in order. The last response is repeated. */
  uploadAnswers: Answer[] = [];
  pollAnswers: Answer[] = [];
  listAnswers: Answer[] = [{ status: 200, body: [] }];
  /** Responses to other requests, by "GET /path?query", in order. The last response is repeated. */
  answers: Record<string, Answer[]> = {};
  readonly requests: SeenRequest[] = [];
  uploadDelayMs = 0;
  mostUploadsAtOnce = 0;
  private uploadsNow = 0;
  private readonly server = createServer((request, response) => void this.answer(request, response));

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  stop(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    allowOrigin(request, response);
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    if (request.url === '/api/compress') {
      this.uploads.push(readUpload(request, Buffer.concat(chunks)));
      this.mostUploadsAtOnce = Math.max(this.mostUploadsAtOnce, ++this.uploadsNow);
      await new Promise((resolve) => setTimeout(resolve, this.uploadDelayMs));
      this.uploadsNow--;
      return send(response, next(this.uploadAnswers));
    }
    if (request.url === '/api/compressions') return send(response, next(this.listAnswers));
    const route = `${request.method} ${request.url}`;
    const answers = this.answers[route];
    if (answers) {
      const text = Buffer.concat(chunks).toString();
      this.requests.push({ route, body: text ? JSON.parse(text) : undefined });
      return send(response, next(answers));
    }
    const id = /^\/api\/compression\/(\w+)$/.exec(request.url ?? '')?.[1];
    if (id) {
      this.polledIds.push(id);
      return send(response, next(this.pollAnswers));
    }
    send(response, { status: 404, body: { code: 'route_not_found', message: 'nothing here' } });
  }
}

/** Allows cross-origin requests, because jsdom's origin cannot be changed to that of the server. */
function allowOrigin(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('access-control-allow-origin', request.headers.origin ?? '*');
  response.setHeader('access-control-allow-credentials', 'true');
  response.setHeader('access-control-allow-headers', 'idempotency-key, content-type');
  response.setHeader('access-control-expose-headers', 'retry-after');
}

function next(answers: Answer[]): Answer {
  const answer = answers.length > 1 ? answers.shift() : answers[0];
  if (!answer) throw new Error('The test defines no response');
  return answer;
}

function send(response: ServerResponse, answer: Answer): void {
  if (answer === 'cut') {
    response.destroy();
    return;
  }
  response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
  response.end(JSON.stringify(answer.body));
}

/**
 * Parses a multipart upload manually. Node's parser needs Node's `File` class, which the tests replace with the class
 * from jsdom.
 */
function readUpload(request: IncomingMessage, body: Buffer): SeenUpload {
  const boundary = /boundary=(.+)$/.exec(request.headers['content-type'] ?? '')?.[1];
  const upload: SeenUpload = {
    idempotencyKey: String(request.headers['idempotency-key']),
    fields: [],
    fileName: '',
    bytes: 0,
  };
  for (const part of body.toString('latin1').split(`--${boundary}`).slice(1, -1)) {
    const [head = '', content = ''] = part.slice(2, -2).split('\r\n\r\n');
    const name = / name="([^"]*)"/.exec(head)?.[1] ?? '';
    const fileName = / filename="([^"]*)"/.exec(head)?.[1];
    upload.fields.push([name, fileName === undefined ? content : '<file>']);
    if (fileName !== undefined) Object.assign(upload, { fileName, bytes: content.length });
  }
  return upload;
}

export const someId = 'a'.repeat(32);

export function someCompression(changes: Partial<Compression> = {}): Compression {
  return {
    id: someId,
    status: 'completed',
    originalFilename: 'a.png',
    originalFormat: 'png',
    originalSize: 1_000,
    createdAt: '2026-01-01T00:00:00.000Z',
    isSample: false,
    compressedSize: 250,
    compressionRatio: 75,
    format: 'webp',
    alreadyOptimal: false,
    downloadUrl: `/compressed/${someId}/compressed_a.webp`,
    thumbnailUrl: `/api/preview/${someId}`,
    ...changes,
  };
}

export const doneAnswer: Answer = {
  status: 200,
  body: {
    success: true,
    compressionId: someId,
    downloadUrl: `/compressed/${someId}/compressed_a.webp`,
    compressedSize: 250,
    compressionRatio: 75,
    compression: someCompression(),
  },
};
export const acceptedAnswer: Answer = { status: 202, body: { compressionId: someId, message: 'accepted' } };
export const errorAnswer = (status: number, code: string, headers?: Record<string, string>): Answer => ({
  status,
  body: { code, message: 'A sentence.', requestId: 'r-1' },
  ...(headers && { headers }),
});
