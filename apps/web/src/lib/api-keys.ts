import {
  type ApiKey,
  apiKeyList,
  type apiKeyRequest,
  type NewApiKey,
  newApiKey,
} from '@gossamer/contracts/api-keys';
import type { z } from 'zod';
import { getJson, sendJson } from './api-client.ts';

/** What is asked of the server about the keys of programs. Each throws as `sendJson` does. */
export const apiKeyRequests = {
  list: (signal?: AbortSignal): Promise<ApiKey[]> => getJson('/api/keys', apiKeyList, signal),
  /** The only answer that has the token. */
  create: (body: z.input<typeof apiKeyRequest>): Promise<NewApiKey> =>
    sendJson('POST', '/api/keys', body, newApiKey),
  revoke: (id: string) => sendJson('DELETE', `/api/keys/${encodeURIComponent(id)}`),
};
