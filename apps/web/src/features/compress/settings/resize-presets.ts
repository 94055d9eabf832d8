import type { ResizeForm } from './resize-form.ts';

/** Common sizes: web pages, emails, and square and tall posts on social networks. */
export const resizePresets = {
  web: { resizeBy: 'longSide', longSideText: '1920' },
  email: { resizeBy: 'longSide', longSideText: '1280' },
  square: {
    resizeBy: 'sides',
    widthText: '1080',
    heightText: '1080',
    maintainAspect: true,
    crop: 'cover',
  },
  story: { resizeBy: 'sides', widthText: '1080', heightText: '1920', maintainAspect: true, crop: 'cover' },
} as const satisfies Record<string, Partial<ResizeForm>>;
export type ResizePreset = keyof typeof resizePresets;
export const resizePresetNames = Object.keys(resizePresets) as ResizePreset[];

/** Returns the preset whose values the form contains, or undefined. */
export function resizePresetOf(form: ResizeForm): ResizePreset | undefined {
  return resizePresetNames.find((name) => {
    const fields = Object.entries(resizePresets[name]) as [keyof ResizeForm, unknown][];
    return fields.every(([field, value]) => form[field] === value);
  });
}
