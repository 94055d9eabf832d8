import { maxResizePercent, maxResizePx, type Resize } from '@gossamer/contracts/settings';

/** Ways to specify the dimensions of the result. */
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
  /** How the image is fitted. Used only if both width and height are set and the aspect ratio is kept. */
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

/** Returns the digits of an entered width, height or long side, at most as many as `maxResizePx` has. */
export function cleanSideText(text: string): string {
  return text.replace(/\D/g, '').slice(0, String(maxResizePx).length);
}

/**
 * Returns an entered width, height or long side in pixels, clamped to the limits, or undefined if the field is empty.
 */
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

/** Returns whether the image can be cropped: width and height are set, and the aspect ratio is kept. */
export function canCrop({ resizeBy, widthText, heightText, maintainAspect }: ResizeForm): boolean {
  return resizeBy === 'sides' && maintainAspect && widthText !== '' && heightText !== '';
}

/** Returns the target size that the form requests, or null if it requests no resizing. */
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
