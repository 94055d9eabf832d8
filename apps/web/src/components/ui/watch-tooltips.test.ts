// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchTooltips } from './watch-tooltips.ts';

let shown: string | undefined;
let stop: () => void;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  document.body.innerHTML = '<button data-tooltip="First">1</button><button data-tooltip="Second">2</button>';
  shown = undefined;
  stop = watchTooltips((target) => {
    shown = target?.dataset.tooltip;
  });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

function pointAt(tooltip: string, pointerType = 'mouse'): void {
  const event = new PointerEvent('pointerover', { bubbles: true, pointerType });
  document.querySelector(`[data-tooltip=${tooltip}]`)?.dispatchEvent(event);
}
const pressKey = () => document.body.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true }));

describe('a tooltip', () => {
  // Spec: 9.51
  it('appears when the pointer has been still for 700 ms', () => {
    pointAt('First');
    vi.advanceTimersByTime(699);
    expect(shown).toBeUndefined();
    vi.advanceTimersByTime(1);
    expect(shown).toBe('First');
  });

  it('does not appear on touch', () => {
    pointAt('First', 'touch');
    vi.advanceTimersByTime(10_000);
    expect(shown).toBeUndefined();
  });
});

describe('a second tooltip', () => {
  beforeEach(() => {
    pointAt('First');
    vi.advanceTimersByTime(700);
    pressKey();
    expect(shown).toBeUndefined();
  });

  // Spec: 9.52
  it('appears immediately if the first one was hidden less than 300 ms ago', () => {
    vi.advanceTimersByTime(299);
    pointAt('Second');
    vi.advanceTimersByTime(0);
    expect(shown).toBe('Second');
  });

  // Spec: 9.52
  it('appears after 700 ms if the first one was hidden at least 300 ms ago', () => {
    vi.advanceTimersByTime(300);
    pointAt('Second');
    vi.advanceTimersByTime(699);
    expect(shown).toBeUndefined();
    vi.advanceTimersByTime(1);
    expect(shown).toBe('Second');
  });
});
