import { z } from 'zod';
import { compressionSettings } from './compression-settings.ts';

/** Maximum number of saved settings per account. */
export const maxSavedSettings = 20;
export const maxSavedSettingsNameChars = 60;

/**
 * Request body of `POST /api/saved-settings`, for logged-in members. Saving under an existing name replaces the
 * settings of that name.
 */
export const savedSettingsRequest = z.object({
  name: z.string().trim().min(1).max(maxSavedSettingsNameChars),
  settings: compressionSettings,
});

/** Compression settings that a member has stored under a name. */
export const savedSettings = z.object({
  id: z.string(),
  name: z.string(),
  settings: compressionSettings,
  createdAt: z.iso.datetime(),
  /** Time at which the settings were last replaced; equal to `createdAt` if they never were. */
  updatedAt: z.iso.datetime(),
});
export type SavedSettings = z.infer<typeof savedSettings>;

/** Response of `GET /api/saved-settings`: the account's saved settings, oldest first. */
export const savedSettingsList = z.array(savedSettings);

/**
 * Returns the key by which names are compared. Names are treated as equal if their keys are equal, regardless of case.
 */
export const savedSettingsNameKey = (name: string): string => name.trim().normalize('NFC').toLowerCase();
