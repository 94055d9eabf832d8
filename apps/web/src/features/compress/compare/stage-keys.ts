import type { KeyboardEvent } from 'react';
import type { StageControl } from './stage-control.ts';

type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>;

/**
 * Handles a key press in the comparison. Returns whether the key has an effect. Arrow keys move the divider in their
 * physical direction, even in RTL languages.
 */
export function handleStageKey(
  { key, shiftKey, altKey, ctrlKey, metaKey }: Key,
  control: StageControl,
): boolean {
  if (altKey || ctrlKey || metaKey) return false;
  const divider = control.getDividerPercent();
  const step = shiftKey ? 10 : 1;
  const actions: Record<string, () => void> = {
    ArrowLeft: () => control.setDivider(divider - step),
    ArrowRight: () => control.setDivider(divider + step),
    '+': () => control.stepZoom(1),
    '=': () => control.stepZoom(1),
    '-': () => control.stepZoom(-1),
    '0': () => control.fit(),
    '1': () => control.showActualSize(),
  };
  const action = Object.hasOwn(actions, key) ? actions[key] : undefined;
  action?.();
  return action !== undefined;
}

/**
 * Returns 1 (next file) or -1 (previous file) if an arrow key is pressed together with Alt, otherwise undefined. The
 * direction matches the buttons in the header.
 */
export function fileStepOf({ key, altKey }: Key, direction: 'ltr' | 'rtl'): 1 | -1 | undefined {
  if (!altKey || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return undefined;
  return (key === 'ArrowRight') === (direction === 'ltr') ? 1 : -1;
}
