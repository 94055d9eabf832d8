import { expect, it } from 'vitest';
import { tasks } from '../../lib/tasks.ts';
import examples from './examples.json';

it('every task has a path of its own', () => {
  expect(new Set(tasks.map(({ path }) => path)).size).toBe(tasks.length);
});

it('every task except filters and bulk compression has a measured example', () => {
  const measured = tasks.filter(({ kind }) => !['grayscale', 'sepia', 'vintage', 'bulk'].includes(kind));
  expect(Object.keys(examples).sort()).toEqual(measured.map(({ path }) => path).sort());
});
