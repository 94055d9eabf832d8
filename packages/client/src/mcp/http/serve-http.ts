import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, isIP } from 'node:net';
import { hostHeaderValidation, originValidation, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, isLegacyRequest, type McpServer } from '@modelcontextprotocol/server';
import { UsageError } from '../../cli/exit-codes.ts';
import { mcpLimits } from '../limits.ts';
import { tokenCheck } from './bearer-token.ts';
import { SessionStore } from './session-store.ts';

export interface HttpOptions {
  /** Address to listen on. */
  host: string;
  /** 0 for any free port. */
  port: number;
  /** Host names, in addition to those of this computer, under which clients reach the server. */
  allowedHosts: readonly string[];
  token: string;
}

export interface HttpServer {
  url: string;
  /** Ends all connections. Calls in progress are cancelled. */
  close: () => Promise<void>;
}

/** Path of the protocol's only endpoint. */
const endpoint = '/mcp';
const localHosts = ['localhost', '127.0.0.1', '[::1]'];
const maxRequestBodySize: number = mcpLimits.requestBytes;

/**
 * Serves MCP over streamable HTTP. A request must name an allowed host, come from an allowed origin if it comes from a
 * browser, and carry the token, before its body is read.
 * @throws UsageError if the address is not available
 */
export async function serveHttp(
  createMcp: () => McpServer,
  options: HttpOptions,
  log: (line: string) => void,
): Promise<HttpServer> {
  const sessions = new SessionStore({
    createServer: createMcp,
    maxSessions: mcpLimits.sessions,
    idleMs: mcpLimits.sessionIdleMs,
  });
  const onerror = (error: Error) => log(error.message);
  const modern = createMcpHandler(createMcp, {
    legacy: 'reject',
    maxRequestBodySize,
    maxSubscriptions: mcpLimits.sessions,
    onerror,
  });
  const isOfSession = async (request: Request) =>
    request.headers.has('mcp-session-id') ||
    (await isLegacyRequest(request, undefined, { maxRequestBodySize }));
  const protocol = toNodeHandler(
    {
      fetch: async (request) =>
        (await isOfSession(request)) ? sessions.handle(request) : modern.fetch(request),
    },
    { maxRequestBodySize, onerror },
  );
  const isAdmitted = admission(options);
  const server = createServer({ requestTimeout: 30_000 }, (request, response) => {
    if (!isAdmitted(request, response)) return;
    const id = request.headers['mcp-session-id'];
    response.once('close', sessions.hold(Array.isArray(id) ? id[0] : id));
    protocol(request, response).catch(onerror);
  });
  server.maxConnections = mcpLimits.connections;
  await listen(server, options);
  return {
    url: urlOf(server, options.host),
    close: async () => {
      server.close();
      await Promise.all([sessions.close(), modern.close()]);
      server.closeAllConnections();
    },
  };
}

/** Returns a function that answers requests which must not reach the protocol, and then returns false. */
function admission({ host, allowedHosts, token }: HttpOptions) {
  const names = [...localHosts, ...allowedHosts.map((name) => name.toLowerCase()), ...specificHost(host)];
  const hasValidHost = hostHeaderValidation(names);
  const hasValidOrigin = originValidation(names);
  const hasValidToken = tokenCheck(token);
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    if (!hasValidHost(request, response) || !hasValidOrigin(request, response)) return false;
    if (request.url?.split('?')[0] !== endpoint) {
      return refuse(response, 404, `Not found. The endpoint is ${endpoint}.`);
    }
    if (hasValidToken(request.headers.authorization)) return true;
    response.setHeader('www-authenticate', 'Bearer realm="gossamer"');
    return refuse(
      response,
      401,
      'Authentication required. Send the token as "Authorization: Bearer <token>".',
    );
  };
}

function refuse(response: ServerResponse, status: number, message: string): false {
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null }));
  return false;
}

/** Returns whether an address to listen on stands for all addresses of the computer. */
export const isAnyAddress = (host: string | undefined): boolean => host === '0.0.0.0' || host === '::';

/** Returns the address to listen on as a host name, unless it stands for all addresses. */
function specificHost(host: string): string[] {
  if (isAnyAddress(host)) return [];
  return [isIP(host) === 6 ? `[${host}]` : host];
}

async function listen(server: Server, { host, port }: HttpOptions): Promise<void> {
  try {
    await once(server.listen({ host, port }), 'listening');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`failed to listen on ${host}:${port} (${code}). Choose another --host or --port.`);
  }
}

function urlOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  return `http://${specificHost(host)[0] ?? 'localhost'}:${port}${endpoint}`;
}
