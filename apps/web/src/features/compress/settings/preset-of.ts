import { presetQualities } from '@gossamer/contracts/settings';
import { presets, type SettingsForm } from './compress-settings.ts';

/** Returns the preset that has the given quality. */
export function presetOf(quality: number): SettingsForm['preset'] {
  return presets.find((preset) => presetQualities[preset] === quality) ?? 'custom';
}
