import {
  type SavedSettings,
  savedSettings,
  savedSettingsList,
  type savedSettingsRequest,
} from '@gossamer/contracts/saved-settings';
import type { z } from 'zod';
import { getJson, sendJson } from '../../../../lib/api-client.ts';

/** API requests for saved settings. They throw the same errors as `sendJson`. */
export const savedSettingsRequests = {
  list: (signal?: AbortSignal): Promise<SavedSettings[]> =>
    getJson('/api/saved-settings', savedSettingsList, signal),
  /** Saves settings under a name. Replaces the settings that already have this name. */
  save: (body: z.input<typeof savedSettingsRequest>): Promise<SavedSettings> =>
    sendJson('POST', '/api/saved-settings', body, savedSettings),
  delete: (id: string) => sendJson('DELETE', `/api/saved-settings/${encodeURIComponent(id)}`),
};
