import { randomUUID } from 'node:crypto';
import { type McpServer, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { mcpLimits } from '../limits.ts';
import { jsonRpcError } from './json-rpc-error.ts';

interface Session {
  server: McpServer;
  transport: WebStandardStreamableHTTPServerTransport;
  /** Number of open requests and streams. A session is not idle while it has any. */
  openRequests: number;
  lastUsedAtMs: number;
}

interface StoreOptions {
  createServer: () => McpServer;
  maxSessions: number;
  idleMs: number;
}

/** Code and message that tell clients to start a new session, as in the SDK. */
const notFound = () => jsonRpcError(404, 'Session not found', { code: -32_001 });

/**
 * Sessions of clients of the protocol revisions before 2026-07-28. Their number is limited, and a session ends after it
 * has been idle for some time, because many clients leave without ending it.
 */
export class SessionStore {
  readonly #options: StoreOptions;
  readonly #sessions = new Map<string, Session>();
  readonly #timer: NodeJS.Timeout;
  #starting = 0;

  constructor(options: StoreOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.#endIdle(), options.idleMs / 4).unref();
  }

  get size(): number {
    return this.#sessions.size;
  }

  /** Handles a request of a session, or starts one. */
  async handle(request: Request): Promise<Response> {
    const id = request.headers.get('mcp-session-id');
    if (id !== null) return this.#sessions.get(id)?.transport.handleRequest(request) ?? notFound();
    this.#endIdle();
    if (this.#sessions.size + this.#starting >= this.#options.maxSessions) {
      return jsonRpcError(503, 'Too many sessions are open. End one, or try again later.', {
        headers: { 'retry-after': String(Math.ceil(this.#options.idleMs / 1_000)) },
      });
    }
    this.#starting += 1;
    try {
      return await this.#start(request);
    } finally {
      this.#starting -= 1;
    }
  }

  /** Keeps a session from being idle. Returns a function to call once the request or stream has ended. */
  hold(id: string | undefined): () => void {
    const session = this.#sessions.get(id ?? '');
    if (!session) return () => {};
    session.openRequests += 1;
    return () => {
      session.openRequests -= 1;
      session.lastUsedAtMs = performance.now();
    };
  }

  /** Ends all sessions. Calls in progress are cancelled. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all([...this.#sessions.values()].map(({ server }) => server.close()));
  }

  async #start(request: Request): Promise<Response> {
    const server = this.#options.createServer();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      maxRequestBodySize: mcpLimits.requestBytes,
      onsessioninitialized: (id) => {
        this.#sessions.set(id, { server, transport, openRequests: 0, lastUsedAtMs: performance.now() });
        server.server.onclose = () => void this.#sessions.delete(id);
      },
    });
    await server.connect(transport);
    const response = await transport.handleRequest(request);
    // A request that does not initialize a session is answered with an error.
    if (transport.sessionId === undefined) await server.close();
    return response;
  }

  #endIdle(): void {
    const before = performance.now() - this.#options.idleMs;
    for (const { server, openRequests, lastUsedAtMs } of this.#sessions.values()) {
      if (openRequests === 0 && lastUsedAtMs < before) void server.close();
    }
  }
}
