import {
  type ApiKey,
  apiKeyList,
  type apiKeyRequest,
  type NewApiKey,
  newApiKey,
} from '@gossamer/contracts/api-keys';
import type { z } from 'zod';
import { getJson, sendJson } from './api-client.ts';

/** Requests to the API for keys. They throw the errors of `sendJson`. */
export const apiKeyRequests = {
  list: (signal?: AbortSignal): Promise<ApiKey[]> => getJson('/api/keys', apiKeyList, signal),
  /** Creates an API key. No other response contains its token. */
  create: (body: z.input<typeof apiKeyRequest>): Promise<NewApiKey> =>
    sendJson('POST', '/api/keys', body, newApiKey),
  revoke: (id: string) => sendJson('DELETE', `/api/keys/${encodeURIComponent(id)}`),
};
