import { expect, it } from 'vitest';
import { createTurnBudget } from '../../src/http/turn-budget.ts';

/** Resolves in the next iteration of the event loop. */
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

it('the turn budget admits a fixed number of calls per turn of the event loop, in order', async () => {
  const budget = createTurnBudget(3);
  const passed: number[] = [];
  const all = Array.from({ length: 8 }, async (_, index) => {
    await budget();
    passed.push(index);
  });
  await Promise.resolve();
  expect(passed).toEqual([0, 1, 2]);
  await nextTurn();
  expect(passed).toEqual([0, 1, 2, 3, 4, 5]);
  await nextTurn();
  expect(passed).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  await Promise.all(all);
});

it('the turn budget is replenished after a turn of the event loop without calls', async () => {
  const budget = createTurnBudget(2);
  await Promise.all([budget(), budget()]);
  await nextTurn();
  await nextTurn();
  const passed: string[] = [];
  void budget().then(() => passed.push('one'));
  void budget().then(() => passed.push('other'));
  await Promise.resolve();
  expect(passed).toEqual(['one', 'other']);
});

it('the turn budget admits calls that arrive while others are being admitted', async () => {
  const budget = createTurnBudget(1);
  const passed: string[] = [];
  const pass = async (name: string) => {
    await budget();
    passed.push(name);
  };
  const early = [pass('a'), pass('b'), pass('c')];
  await early[1];
  await pass('late');
  expect(passed).toEqual(['a', 'b', 'c', 'late']);
});
