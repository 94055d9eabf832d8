import {
  type ApiKey,
  apiKeyList,
  type apiKeyRequest,
  type NewApiKey,
  newApiKey,
} from '@gossamer/contracts/api-keys';
import type { z } from 'zod';
import { getJson, sendJson } from './api-client.ts';

/** API requests for managing API keys. They throw the same errors as `sendJson`. */
export const apiKeyRequests = {
  list: (signal?: AbortSignal): Promise<ApiKey[]> => getJson('/api/keys', apiKeyList, signal),
  /** Creates an API key. Only this response contains the key's token. */
  create: (body: z.input<typeof apiKeyRequest>): Promise<NewApiKey> =>
    sendJson('POST', '/api/keys', body, newApiKey),
  revoke: (id: string) => sendJson('DELETE', `/api/keys/${encodeURIComponent(id)}`),
};
