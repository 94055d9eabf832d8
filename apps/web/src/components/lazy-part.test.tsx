// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lazyPart } from './lazy-part.tsx';

const Text = () => <p>Loaded</p>;
const select = ({ Text }: { Text: () => React.ReactNode }) => Text;

/**
 * Returns a loader that fails `failures` times and then succeeds, and a function that returns the number of attempts.
 */
function failing(failures: number) {
  const made = { attempts: 0 };
  const load = async () => {
    made.attempts += 1;
    if (made.attempts <= failures) throw new TypeError('Importing a module script failed.');
    return { Text };
  };
  return { load, made };
}

const isShown = () => screen.queryByText('Loaded') !== null;
const passMs = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

it('a lazy component is rendered immediately if it was preloaded', async () => {
  const Part = lazyPart(failing(0).load, select);
  await Part.preload();
  render(<Part />);
  expect(isShown()).toBe(true);
});

it('a lazy component is loaded on render if its preload failed', async () => {
  const Part = lazyPart(failing(1).load, select);
  await Part.preload();
  render(<Part />);
  expect(isShown()).toBe(false);
  await passMs(0);
  expect(isShown()).toBe(true);
});

it('a lazy component retries loading while it is mounted, with a delay that doubles', async () => {
  const { load, made } = failing(2);
  const Part = lazyPart(load, select);
  render(<Part />);
  await passMs(2_000);
  expect([made.attempts, isShown()]).toEqual([2, false]);
  await passMs(3_999);
  expect(made.attempts).toBe(2);
  await passMs(1);
  expect([made.attempts, isShown()]).toEqual([3, true]);
});

it('a lazy component retries loading immediately when the browser is online again', async () => {
  const Part = lazyPart(failing(1).load, select);
  render(<Part />);
  await passMs(0);
  expect(isShown()).toBe(false);
  window.dispatchEvent(new Event('online'));
  await passMs(0);
  expect(isShown()).toBe(true);
});

it('a lazy component stops retrying after it is unmounted', async () => {
  const { load, made } = failing(9);
  const Part = lazyPart(load, select);
  const { unmount } = render(<Part />);
  await passMs(0);
  unmount();
  window.dispatchEvent(new Event('online'));
  await passMs(100_000);
  expect(made.attempts).toBe(1);
});
