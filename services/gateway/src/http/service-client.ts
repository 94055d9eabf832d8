import { errorBody } from '@gossamer/contracts/error-body';
import type { ErrorCode } from '@gossamer/contracts/errors';
import { AppError } from '@gossamer/service-kit/errors';
import { type IdentityAudience, identityHeader, signIdentity } from '@gossamer/service-kit/identity';
import { traceHeaders } from '@gossamer/service-kit/tracing';
import type { z } from 'zod';
import type { AccountRow } from '../db/schema.ts';

/** Where a service behind the gateway is, and the secret by which it believes who asks. */
export interface ServiceClientConfig {
  url: string;
  identitySecret: string;
}

export interface ServiceClientOptions extends ServiceClientConfig {
  /** The service; what is signed for it is worth nothing to another. */
  audience: IdentityAudience;
  /** Until the whole answer is there. */
  timeoutMs: number;
  /** What is said when it does not answer, or not by the contract. */
  unavailableCode: ErrorCode;
}

/** On whose behalf a service is called. */
export interface ServiceCall {
  requestId: string;
  /** Absent for visitors. */
  account?: AccountRow | undefined;
}

export interface ServiceRequest {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Instead of the client's own. */
  timeoutMs?: number;
}

/**
 * Calls of a service behind the gateway. Each throws the service's refusals as they are (@throws AppError with its code,
 * field, details and Retry-After), and `unavailableCode` when it does not answer, or not by the contract.
 */
export interface ServiceClient {
  ask<S extends z.ZodType>(call: ServiceCall, request: ServiceRequest, answer: S): Promise<z.output<S>>;
  /** The bytes of an answer that is of this media type. */
  askFile(call: ServiceCall, request: ServiceRequest, mediaType: string): Promise<Buffer>;
  /** For what is no call of ours, only handed on: whatever the service answers is the answer. */
  send(path: string, init: RequestInit): Promise<Response>;
}

const retryAfterSeconds = 5;

/** What is said where a service does not answer, or is not set up. */
export const unavailableAs = (code: ErrorCode, cause?: unknown): AppError =>
  new AppError(code, { retryAfterSeconds, cause });

/** Refusals that can only mean that we asked in a wrong way: not the client's to mend. */
const faultsOfOurs: ReadonlySet<ErrorCode> = new Set(['unauthorized', 'route_not_found', 'cross_origin']);

/** Speaks with a service over HTTP, each call with the signed identity of whoever asks. */
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
    if (faultsOfOurs.has(data.code)) return unavailable(new Error(`${audience} answered ${data.code}`));
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
    return new AppError(data.code, {
      ...(data.field !== undefined && { field: data.field }),
      ...(data.details !== undefined && { details: data.details }),
      ...(seconds > 0 && { retryAfterSeconds: seconds }),
      cause: new Error(`${audience} answered ${response.status}`),
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
        throw unavailable(new Error(`${audience} sent ${given}`));
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
