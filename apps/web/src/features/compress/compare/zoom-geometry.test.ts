import { describe, expect, it } from 'vitest';
import { clampScale, fitScale, keepOnStage, nextZoomStop, visibleBox, zoomAround } from './zoom-geometry.ts';

const stage = { width: 1000, height: 500 };
const image = { width: 4000, height: 1000 };

describe('fitScale', () => {
  it('returns the scale at which a large image and its margin are completely visible', () => {
    expect(fitScale(stage, image, 1)).toBe(0.238);
    expect(fitScale(stage, { width: 100, height: 5000 }, 1)).toBe(0.0904);
  });
  it('leaves no margin on phones', () => {
    expect(fitScale({ width: 400, height: 500 }, image, 1)).toBe(0.1);
  });
  it('does not enlarge a small image', () => {
    expect(fitScale(stage, { width: 64, height: 64 }, 0.5)).toBe(0.5);
  });
});

describe('visibleBox', () => {
  it('returns the part of a large image that is on the stage', () => {
    expect(visibleBox({ scale: 0.2, x: 100, y: 150 }, stage, image)).toEqual({
      x: 100,
      y: 150,
      width: 800,
      height: 200,
    });
    expect(visibleBox({ scale: 1, x: -1500, y: -250 }, stage, image)).toEqual({ x: 0, y: 0, ...stage });
  });
  it('returns the whole stage for an image that has no room for the labels', () => {
    expect(visibleBox({ scale: 0.1, x: 300, y: 200 }, stage, image)).toEqual({ x: 0, y: 0, ...stage });
  });
});

describe('clampScale', () => {
  it.each([
    [0.01, 0.4, 0.25],
    [0.01, 0.1, 0.1],
    [20, 0.4, 8],
    [1.5, 0.4, 1.5],
  ])('limits the scale %d at a fitted scale of %d to %d', (scale, fit, clamped) => {
    expect(clampScale(scale, fit, 1)).toBe(clamped);
  });
  it('limits the scale in screen pixels, not in CSS pixels', () => {
    expect(clampScale(20, 0.4, 0.5)).toBe(4);
  });
});

describe('nextZoomStop', () => {
  it.each([
    [9, 1, 25],
    [100, 1, 150],
    [99.8, 1, 150],
    [800, 1, 800],
    [100, -1, 67],
    [72, -1, 67],
    [25, -1, 0],
  ] as const)('returns the zoom stop after %d in the direction %d: %d', (percent, direction, stop) => {
    expect(nextZoomStop(percent, direction)).toBe(stop);
  });
});

describe('zoomAround', () => {
  it('keeps the image point under the pointer', () => {
    const from = { scale: 1, x: -100, y: -40 };
    const at = { x: 300, y: 200 };
    const to = zoomAround(from, 4, at);
    expect((at.x - to.x) / to.scale).toBe((at.x - from.x) / from.scale);
    expect((at.y - to.y) / to.scale).toBe((at.y - from.y) / from.scale);
  });
});

describe('keepOnStage', () => {
  it('centers a smaller image and leaves no gap beside a larger one', () => {
    expect(keepOnStage({ scale: 0.1, x: 900, y: -70 }, stage, image)).toEqual({
      scale: 0.1,
      x: 300,
      y: 200,
    });
    expect(keepOnStage({ scale: 1, x: 50, y: -900 }, stage, image)).toEqual({ scale: 1, x: 0, y: -500 });
    expect(keepOnStage({ scale: 1, x: -9999, y: -10 }, stage, image)).toEqual({
      scale: 1,
      x: -3000,
      y: -10,
    });
  });
});
