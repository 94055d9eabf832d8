import { form } from '../../gateway.ts';
import type { Contract } from './contract.ts';

/** A request to an API operation, without credentials. */
export interface Call {
  id?: string;
  /** Name of a variant, for operations with one in their path. */
  variant?: string;
  query?: string;
  init?: RequestInit;
}

export const unknownId = '0'.repeat(32);

/**
 * Returns a valid request for each operation. The server rejects these requests only if the credentials are invalid or
 * the rate limit is exceeded.
 */
export function plainCalls(image: Buffer): Record<string, Call> {
  const body = () => form([['image', image]]);
  return {
    createCompression: { init: { body: body() } },
    createEstimate: { init: { body: body() } },
    createBatch: { init: asJson([{ url: 'https://images.example.com/a.jpg' }]) },
    listCompressions: {},
    getCompression: { id: unknownId },
    downloadResult: { id: unknownId },
    downloadVariant: { id: unknownId },
    getManifest: { id: unknownId },
    deleteCompression: { id: unknownId },
    getUsage: {},
  };
}

export const asJson = (value: unknown, headers: Record<string, string> = {}): RequestInit => ({
  body: JSON.stringify(value),
  headers: { 'content-type': 'application/json', ...headers },
});

interface Called {
  status: number;
  body: Record<string, unknown>;
  headers: Response['headers'];
}
export type Caller = (operationId: string, call?: Call) => Promise<Called>;

/**
 * Returns a function that calls an operation by name, using an API key, and validates the response against the OpenAPI
 * document.
 */
export function caller(contract: Contract, gatewayUrl: string, token: string | undefined): Caller {
  return async (
    operationId: string,
    { id = unknownId, variant = '4.jpg', query = '', init = {} }: Call = {},
  ) => {
    const { method, path } = contract.operations.get(operationId)!;
    const url = `${gatewayUrl}/api/v1${path.replace('{id}', id).replace('{variant}', variant)}${query}`;
    const headers = new Headers(init.headers);
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
    const response = await fetch(url, { ...init, method: method.toUpperCase(), headers });
    const body = (await contract.check(operationId, response)) as Record<string, unknown>;
    return { status: response.status, body, headers: response.headers };
  };
}
