import { expect, it } from 'vitest';
import { recipes } from '../../lib/recipes.ts';
import examples from './examples.json';

it('every recipe has a unique path', () => {
  expect(new Set(recipes.map(({ path }) => path)).size).toBe(recipes.length);
});

it('every recipe except filters, bulk compression and restoring has a measured example', () => {
  const measured = recipes.filter(
    ({ kind }) => !['grayscale', 'sepia', 'vintage', 'bulk', 'restore'].includes(kind),
  );
  expect(Object.keys(examples).sort()).toEqual(measured.map(({ path }) => path).sort());
});
