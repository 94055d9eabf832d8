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
  /** Networks of proxies whose X-Forwarded-* headers are believed. Empty: nobody's. */
  trustedProxies: string[];
  /** The longest that one request may take to arrive, body included. */
  requestTimeoutMs: number;
  /** The longest that a body may take which is read before its route runs. */
  bodyTimeoutMs?: number;
  /** True where nobody but the gateway can call: its traces are gone on with. */
  trustsUpstreamTrace?: boolean;
  /** What pages may load besides their own files. */
  contentSources?: ContentSources;
  /** Answers addresses that no route has; the error `route_not_found` when left out. */
  notFound?: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>;
}

export interface ContentSources {
  script: string[];
  frame: string[];
  img: string[];
  connect: string[];
  /** Where a page may say that its addresses begin; nowhere when left out. */
  base?: string[];
}

const ownFilesOnly: ContentSources = { script: [], frame: [], img: [], connect: [] };

export type Http = FastifyInstance<RawServerDefault>;

/**
 * What an HTTP service starts from: one error answer, request ids, security headers, the origin rule.
 * A request id from outside is kept when it is harmless, so that one id follows an image through everything.
 */
export async function createHttp(options: HttpOptions): Promise<Http> {
  const http = Fastify({
    loggerInstance: options.logger as FastifyBaseLogger,
    // By the name that rows, jobs and messages call it: one word finds an image's way through every log.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    // A hop count or `true` would believe what the client wrote itself (CVE-2026-16732): networks only.
    trustProxy: options.trustedProxies.length > 0 ? options.trustedProxies : false,
    requestTimeout: options.requestTimeoutMs,
    bodyLimit: 64 * 1024,
    routerOptions: { maxParamLength: 1_024 },
    genReqId: (request) => cleanRequestId(request.headers['x-request-id']),
    requestIdHeader: false,
    clientErrorHandler: (error, socket) => answerUnreadable(error, socket, options.logger),
    // An address that cannot be decoded, such as /%E0%A4%A, has no route and meets no hook.
    frameworkErrors: (error, request, reply) =>
      void sendError(request, reply.headers(errorHeaders), toAddressFault(error)),
    forceCloseConnections: 'idle',
    // What still comes over an open connection while this process ends is answered, with `connection: close`.
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
      'request',
    );
  });
  return http;
}

/**
 * Connections that are idle when a server closes go at once; what is still being answered then would be kept alive for
 * more than a minute after its answer, and the process would wait for it.
 */
function closeAsTheyIdle({ server }: Http): void {
  const timer = setInterval(() => server.closeIdleConnections(), 100);
  server.once('close', () => clearInterval(timer));
}

/** Node takes the first; a proxy in front may take the last (RFC 9112, 3.2). @throws AppError `invalid_request` */
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

/** Strict by default; `contentSources` widens it. */
const helmetOptions = ({ script, frame, img, connect, base }: ContentSources = ownFilesOnly) => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...script],
      frameSrc: frame.length > 0 ? frame : ["'none'"],
      // Radix positions popovers through style attributes.
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
