import { randomBytes } from 'node:crypto';
import helmet from '@fastify/helmet';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type RawServerDefault,
} from 'fastify';
import { AppError } from '../errors.ts';
import type { Logger } from '../logger.ts';
import { isTracing } from '../tracing.ts';
import { bodyDeadline } from './body-deadline.ts';
import { answerUnreadable, errorHeaders, handleErrors, sendError, sendNotFound } from './error-handler.ts';
import { lingeringClose } from './lingering-close.ts';
import { originRule } from './origin-rule.ts';
import { traceRequests } from './trace-requests.ts';

export interface HttpOptions {
  logger: Logger;
  /** CIDR ranges of proxies whose X-Forwarded-* headers are trusted. If empty, no proxy is trusted. */
  trustedProxies: string[];
  /** Timeout in milliseconds for receiving a request, including its body. */
  requestTimeoutMs: number;
  /** Timeout in milliseconds for receiving a body that is parsed before the route handler runs. */
  bodyTimeoutMs?: number;
  /** Whether to continue the caller's trace. Enable only in services that are reachable only by the gateway. */
  trustsUpstreamTrace?: boolean;
  /** Additional origins from which a page may load resources. */
  contentSources?: ContentSources;
  /** Handles requests that match no route. Defaults to the error `route_not_found`. */
  notFound?: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>;
}

export interface ContentSources {
  script: string[];
  frame: string[];
  img: string[];
  connect: string[];
  /** Allowed values of a page's base URL (`base-uri`). Defaults to none. */
  base?: string[];
}

const ownFilesOnly: ContentSources = { script: [], frame: [], img: [], connect: [] };

export type Http = FastifyInstance<RawServerDefault>;

/**
 * Creates a Fastify instance with the error handler, request ids, security headers and the origin rule. Accepts a valid
 * request id from the caller, so that all log lines about one image contain the same id.
 */
export async function createHttp(options: HttpOptions): Promise<Http> {
  const http = Fastify({
    loggerInstance: options.logger as FastifyBaseLogger,
    // Use the same field name as in database rows, jobs and messages, so that one search finds a request everywhere.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    // Trust only CIDR ranges: a hop count or `true` would trust values that the client can forge (CVE-2026-16732).
    trustProxy: options.trustedProxies.length > 0 ? options.trustedProxies : false,
    requestTimeout: options.requestTimeoutMs,
    bodyLimit: 64 * 1024,
    routerOptions: { maxParamLength: 1_024 },
    genReqId: (request) => cleanRequestId(request.headers['x-request-id']),
    requestIdHeader: false,
    clientErrorHandler: (error, socket) => answerUnreadable(error, socket, options.logger),
    // Handle URLs that cannot be decoded, such as /%E0%A4%A. They match no route, so no hooks run.
    frameworkErrors: (error, request, reply) =>
      void sendError(request, reply.headers(errorHeaders), toAddressFault(error)),
    forceCloseConnections: 'idle',
    // Continue to serve requests on open connections during shutdown, with `connection: close`.
    return503OnClosing: false,
  });
  http.server.headersTimeout = 30_000;
  handleErrors(http);
  http.setNotFoundHandler(options.notFound ?? sendNotFound);
  if (isTracing())
    await http.register(traceRequests, { trustsUpstreamTrace: options.trustsUpstreamTrace ?? false });
  http.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id));
  await http.register(helmet, helmetOptions(options.contentSources));
  http.addHook('onRequest', async ({ raw }) => assertOneHost(raw.rawHeaders));
  await http.register(originRule);
  await http.register(bodyDeadline, { timeoutMs: options.bodyTimeoutMs ?? 30_000 });
  await http.register(lingeringClose);
  http.addHook('preClose', async () => closeAsTheyIdle(http));
  http.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime),
      },
      'request completed',
    );
  });
  return http;
}

/**
 * Closes connections as they become idle during shutdown. Otherwise, a connection that is busy when the server closes
 * would be kept alive for more than a minute after its response, which would delay the exit.
 */
function closeAsTheyIdle({ server }: Http): void {
  const timer = setInterval(() => server.closeIdleConnections(), 100);
  server.once('close', () => clearInterval(timer));
}

/**
 * Rejects requests with several Host headers, because Node.js uses the first one, whereas a proxy may use the last (RFC
 * 9112, 3.2).
 * @throws AppError `invalid_request`
 */
function assertOneHost(rawHeaders: readonly string[]): void {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts > 1) throw new AppError('invalid_request', { field: 'Host' });
}

const toAddressFault = (cause: Error) => new AppError('invalid_request', { field: 'url', cause });

function cleanRequestId(given: string | string[] | undefined): string {
  if (typeof given === 'string' && /^[\w.-]{8,64}$/.test(given)) return given;
  return randomBytes(12).toString('hex');
}

/** Returns helmet's options: a strict content security policy, extended by `contentSources`. */
const helmetOptions = ({ script, frame, img, connect, base }: ContentSources = ownFilesOnly) => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...script],
      frameSrc: frame.length > 0 ? frame : ["'none'"],
      // Allow inline styles, because Radix positions popovers with style attributes.
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'blob:', 'data:', ...img],
      fontSrc: ["'self'"],
      connectSrc: ["'self'", 'blob:', ...connect],
      workerSrc: ["'self'", 'blob:'],
      objectSrc: ["'none'"],
      baseUri: base ?? ["'none'"],
      frameAncestors: ["'none'"],
      formAction: ["'self'"],
    },
  },
  crossOriginEmbedderPolicy: false,
  referrerPolicy: { policy: 'strict-origin-when-cross-origin' as const },
  strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: true },
});
