// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import { StageControl } from './stage-control.ts';
import { fileStepOf, handleStageKey } from './stage-keys.ts';

/** Stub layout and ResizeObserver, which jsdom does not implement. */
vi.stubGlobal(
  'ResizeObserver',
  class {
    constructor(notify: () => void) {
      resized = notify;
    }
    observe() {}
    disconnect() {}
  },
);

let resized: () => void;
let control: StageControl;
let element: HTMLElement;
beforeEach(() => {
  element = document.createElement('div');
  Object.defineProperties(element, { clientWidth: { value: 1000 }, clientHeight: { value: 500 } });
  control = new StageControl();
  control.attach(element);
  control.setImage({ width: 4000, height: 1000 });
});

const plain = { shiftKey: false, altKey: false, ctrlKey: false, metaKey: false };
const press = (key: string, keys: Partial<typeof plain> = {}) =>
  handleStageKey({ ...plain, key, ...keys }, control);
const place = () => element.style.getPropertyValue('--image-place');

it('the comparison initially shows the whole image centered', () => {
  expect(control.getZoomPercent()).toBe(24);
  expect(place()).toBe('translate(24px, 131px) scale(0.238)');
  expect(control.canPan).toBe(false);
});

const area = { x: 2000, y: 400, width: 200, height: 200 };

it('the comparison shows an area in actual size, above the grip of the divider', () => {
  control.setImage({ width: 4000, height: 1000 }, area);
  expect(control.getZoomPercent()).toBe(100);
  expect(place()).toBe('translate(-1600px, -350px) scale(1)');
  expect(control.getDividerPercent()).toBe(50);
  press('0');
  expect(place()).toBe('translate(24px, 131px) scale(0.238)');
});

it('the comparison moves the divider to an area at the edge of the image', () => {
  control.setImage({ width: 4000, height: 1000 }, { ...area, x: 0, y: 0 });
  expect(place()).toBe('translate(0px, 0px) scale(1)');
  expect(control.getDividerPercent()).toBe(10);
});

it('the comparison keeps the divider, and an area that the user has moved, when the stage is resized', () => {
  control.setImage({ width: 4000, height: 1000 }, area);
  control.setDivider(20);
  resized();
  expect(control.getDividerPercent()).toBe(20);
  expect(place()).toBe('translate(-1600px, -350px) scale(1)');
  control.panBy(-10, 0);
  resized();
  expect(place()).toBe('translate(-1610px, -350px) scale(1)');
});

it('the comparison zooms by keyboard from the fitted size to 800%, with sharp pixels from 200%', () => {
  press('1');
  expect(control.getZoomPercent()).toBe(100);
  expect(element.dataset.pixels).toBe('smooth');
  press('+');
  press('=');
  expect(control.getZoomPercent()).toBe(200);
  expect(element.dataset.pixels).toBe('sharp');
  for (let presses = 0; presses < 9; presses++) press('+');
  expect(control.getZoomPercent()).toBe(800);
  for (let presses = 0; presses < 20; presses++) press('-');
  expect(control.getZoomPercent()).toBe(24);
  press('1');
  press('0');
  expect(control.getZoomPercent()).toBe(24);
});

it('zooming keeps the image point under the pointer and leaves no gap at the edges', () => {
  control.showActualSize();
  expect(place()).toBe('translate(-1500px, -250px) scale(1)');
  control.zoomBy(2, { x: 0, y: 0 });
  expect(place()).toBe('translate(-3000px, -500px) scale(2)');
  control.panBy(5_000, -5_000);
  expect(place()).toBe('translate(0px, -1500px) scale(2)');
});

it('an arrow key moves the divider by 1%, or by 10% with Shift, and the divider stays within the stage', () => {
  press('ArrowRight');
  expect(element.style.getPropertyValue('--divider')).toBe('51%');
  press('ArrowLeft', { shiftKey: true });
  expect(control.getDividerPercent()).toBe(41);
  control.dragDivider(9_999);
  expect(control.getDividerPercent()).toBe(100);
  control.dropDividerAt(250);
  expect(control.getDividerPercent()).toBe(25);
});

it('handleStageKey ignores unsupported keys', () => {
  expect(press('1', { ctrlKey: true })).toBe(false);
  expect(press('ArrowLeft', { altKey: true })).toBe(false);
  expect(press('Tab')).toBe(false);
  expect(press('toString')).toBe(false);
});

it.each([
  ['ArrowRight', 'ltr', 1],
  ['ArrowLeft', 'ltr', -1],
  ['ArrowRight', 'rtl', -1],
  ['ArrowUp', 'ltr', undefined],
] as const)('converts Alt+%s to a step through the files (text direction %s): %s', (key, direction, step) => {
  expect(fileStepOf({ ...plain, key, altKey: true }, direction)).toBe(step);
});

it('the stage control notifies subscribers of changes to the zoom and the divider', () => {
  const heard = vi.fn();
  const stop = control.subscribe(heard);
  control.setDivider(10);
  control.stepZoom(1);
  expect(heard).toHaveBeenCalledTimes(2);
  stop();
  control.setDivider(20);
  expect(heard).toHaveBeenCalledTimes(2);
});
