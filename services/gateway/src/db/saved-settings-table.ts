import type { CompressionSettings } from '@gossamer/contracts/settings';
import type { JSONColumnType, Selectable } from 'kysely';

/** Compression settings that a member has stored under a name. */
export interface SavedSettingsTable {
  id: string;
  accountId: string;
  name: string;
  /** Key by which names are compared, unique per account. */
  nameKey: string;
  settings: JSONColumnType<CompressionSettings>;
  createdAt: Date;
  /** Time at which the settings were last replaced. */
  updatedAt: Date;
}

export type SavedSettingsRow = Selectable<SavedSettingsTable>;
