import { errorBody } from '@gossamer/contracts/error-body';
import type { ErrorCode } from '@gossamer/contracts/errors';
import { AppError } from '@gossamer/service-kit/errors';
import { type IdentityAudience, identityHeader, signIdentity } from '@gossamer/service-kit/identity';
import { traceHeaders } from '@gossamer/service-kit/tracing';
import type { z } from 'zod';
import type { AccountRow } from '../db/schema.ts';

/** URL of an internal service, and the secret for signing the caller's identity. */
export interface ServiceClientConfig {
  url: string;
  identitySecret: string;
}

export interface ServiceClientOptions extends ServiceClientConfig {
  /** The service to call. An identity signed for one service is not valid for another. */
  audience: IdentityAudience;
  /** Timeout in milliseconds for receiving the complete response. */
  timeoutMs: number;
  /** Error code to use if a service does not respond or its response violates the contract. */
  unavailableCode: ErrorCode;
}

/** The request and the caller on whose behalf a service is called. */
export interface ServiceCall {
  requestId: string;
  /** The member's account; undefined for visitors. */
  account?: AccountRow | undefined;
}

export interface ServiceRequest {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  /** The request body, sent as JSON. */
  body?: unknown;
  /** Overrides the client's timeout, in milliseconds. */
  timeoutMs?: number;
}

/**
 * HTTP client for an internal service. `ask` and `askFile` throw errors returned by the service as AppErrors with code,
 * field, details and Retry-After. If the service does not respond or violates the contract, they throw
 * `unavailableCode`.
 */
export interface ServiceClient {
  ask<S extends z.ZodType>(call: ServiceCall, request: ServiceRequest, answer: S): Promise<z.output<S>>;
  /** Returns the body of a response, which must have the expected media type. */
  askFile(call: ServiceCall, request: ServiceRequest, mediaType: string): Promise<Buffer>;
  /** Forwards a request and returns any response, even an error. Throws `unavailableCode` if there is none. */
  send(path: string, init: RequestInit): Promise<Response>;
}

const retryAfterSeconds = 5;

/** Returns the error for a service that is not configured or does not respond. */
export const unavailableAs = (code: ErrorCode, cause?: unknown): AppError =>
  new AppError(code, { retryAfterSeconds, cause });

/** Error codes that indicate a faulty request by the gateway itself. They are reported as `unavailableCode`. */
const faultsOfOurs: ReadonlySet<ErrorCode> = new Set(['unauthorized', 'route_not_found', 'cross_origin']);

/** Creates the HTTP client for an internal service. `ask` and `askFile` send the signed identity of a member. */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const { url, audience, identitySecret } = options;
  const unavailable = (cause?: unknown) => unavailableAs(options.unavailableCode, cause);

  async function send(path: string, init: RequestInit, timeoutMs = options.timeoutMs): Promise<Response> {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      return await fetch(new URL(path, url), { ...init, redirect: 'error', signal });
    } catch (error) {
      throw unavailable(error);
    }
  }

  async function answered({ requestId, account }: ServiceCall, request: ServiceRequest) {
    const { method, path, body, timeoutMs } = request;
    const response = await send(
      path,
      {
        method,
        headers: {
          'x-request-id': requestId,
          ...traceHeaders(),
          ...(account && { [identityHeader]: signIdentity(whoIs(account), audience, identitySecret) }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      },
      timeoutMs,
    );
    const bytes = await response.arrayBuffer().then(Buffer.from, (error: unknown) => {
      throw unavailable(error);
    });
    if (!response.ok) throw toRefusal(response, parsedJson(bytes));
    return { response, bytes };
  }

  function parsedJson(bytes: Buffer): unknown {
    try {
      return JSON.parse(bytes.toString());
    } catch (error) {
      throw unavailable(error);
    }
  }

  function toRefusal(response: Response, json: unknown): AppError {
    const { data, error } = errorBody.safeParse(json);
    if (!data) return unavailable(error);
    if (faultsOfOurs.has(data.code)) return unavailable(new Error(`${audience} returned ${data.code}`));
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
    return new AppError(data.code, {
      ...(data.field !== undefined && { field: data.field }),
      ...(data.details !== undefined && { details: data.details }),
      ...(seconds > 0 && { retryAfterSeconds: seconds }),
      cause: new Error(`${audience} returned HTTP ${response.status}`),
    });
  }

  return {
    ask: async (call, request, answer) => {
      const { bytes } = await answered(call, request);
      const parsed = answer.safeParse(parsedJson(bytes));
      if (!parsed.success) throw unavailable(parsed.error);
      return parsed.data;
    },
    askFile: async (call, request, mediaType) => {
      const { response, bytes } = await answered(call, request);
      const given = response.headers.get('content-type') ?? 'nothing';
      if (given.split(';')[0]?.trim() !== mediaType)
        throw unavailable(new Error(`${audience} returned content type ${given}`));
      return bytes;
    },
    send: (path, init) => send(path, init),
  };
}

function whoIs(account: AccountRow) {
  const { id: accountId, email, firstName, lastName, preferredLanguage: language } = account;
  return {
    accountId,
    email,
    firstName,
    lastName,
    language,
    isEmailVerified: account.emailVerifiedAt !== null,
  };
}
