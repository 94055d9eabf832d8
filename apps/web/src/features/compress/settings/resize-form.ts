import { maxResizePercent, maxResizePx, type Resize } from '@gossamer/contracts/settings';

/** Ways to enter the size of the result. */
export const resizeModes = ['sides', 'longSide', 'percent'] as const;
export type ResizeMode = (typeof resizeModes)[number];

/** Ways to fit an image into a given width and height without distortion. */
export const resizeCrops = ['inside', 'cover', 'thumb'] as const;
export type ResizeCrop = (typeof resizeCrops)[number];

/** The resize fields of the settings form. */
export type ResizeForm = {
  isResizing: boolean;
  resizeBy: ResizeMode;
  widthText: string;
  heightText: string;
  maintainAspect: boolean;
  /** Used if both sides are set and the aspect ratio is kept. */
  crop: ResizeCrop;
  longSideText: string;
  percentText: string;
};

export const initialResize: ResizeForm = {
  isResizing: false,
  resizeBy: 'sides',
  widthText: '',
  heightText: '',
  maintainAspect: true,
  crop: 'inside',
  longSideText: '',
  percentText: '',
};

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

/** Returns the preset that the form shows, or undefined. */
export function resizePresetOf(form: ResizeForm): ResizePreset | undefined {
  return resizePresetNames.find((name) => {
    const fields = Object.entries(resizePresets[name]) as [keyof ResizeForm, unknown][];
    return fields.every(([field, value]) => form[field] === value);
  });
}

/** Returns only the digits of a text, limited to the number of digits of the maximum image side. */
export function cleanSideText(text: string): string {
  return text.replace(/\D/g, '').slice(0, String(maxResizePx).length);
}

/** Returns an entered image side in pixels, clamped to the limits, or undefined if the field is empty. */
export function sidePx(text: string): number | undefined {
  return clamped(text, maxResizePx);
}

/** Returns only the digits of an entered percentage. */
export function cleanPercentText(text: string): string {
  return text.replace(/\D/g, '').slice(0, String(maxResizePercent).length);
}

/** Returns an entered percentage, clamped to the limits, or undefined if the field is empty. */
export function percentOf(text: string): number | undefined {
  return clamped(text, maxResizePercent);
}

function clamped(text: string, max: number): number | undefined {
  return text === '' ? undefined : Math.min(Math.max(Number(text), 1), max);
}

/** Returns whether the form crops the image, or could. Both sides must be set. */
export function canCrop({ resizeBy, widthText, heightText, maintainAspect }: ResizeForm): boolean {
  return resizeBy === 'sides' && maintainAspect && widthText !== '' && heightText !== '';
}

/** Returns the size that the form requests, or null if the image keeps its size. */
export function toResize(form: ResizeForm): Resize | null {
  if (!form.isResizing) return null;
  if (form.resizeBy === 'percent') {
    const percent = percentOf(form.percentText);
    return percent === undefined ? null : { percent, maintainAspect: true };
  }
  if (form.resizeBy === 'longSide') {
    const longSidePx = sidePx(form.longSideText);
    const isAsked = longSidePx !== undefined;
    return isAsked ? { widthPx: longSidePx, heightPx: longSidePx, maintainAspect: true } : null;
  }
  const { maintainAspect, crop } = form;
  const [widthPx, heightPx] = [sidePx(form.widthText), sidePx(form.heightText)];
  if (widthPx === undefined && heightPx === undefined) return null;
  const isCropped = crop !== 'inside' && canCrop(form);
  return { widthPx, heightPx, maintainAspect, ...(isCropped && { fit: crop }) };
}

/** Returns the resize fields that show the given size, as the inverse of `toResize`. */
export function fromResize(resize: Resize | null): ResizeForm {
  if (resize === null) return initialResize;
  const { widthPx, heightPx, percent, fit } = resize;
  if (percent !== undefined)
    return { ...initialResize, isResizing: true, resizeBy: 'percent', percentText: String(percent) };
  const crop = fit === 'cover' || fit === 'thumb' ? fit : 'inside';
  const maintainAspect = fit === undefined ? resize.maintainAspect : fit !== 'fill';
  if (maintainAspect && crop === 'inside' && widthPx !== undefined && widthPx === heightPx)
    return { ...initialResize, isResizing: true, resizeBy: 'longSide', longSideText: String(widthPx) };
  const text = (sidePx: number | undefined) => (sidePx === undefined ? '' : String(sidePx));
  return {
    ...initialResize,
    isResizing: true,
    widthText: text(widthPx),
    heightText: text(heightPx),
    maintainAspect,
    crop,
  };
}
