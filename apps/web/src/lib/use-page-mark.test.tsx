// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { hasPageMark, usePageMark } from './use-page-mark.ts';

function Comparison({ isShown }: { isShown: boolean }) {
  usePageMark('comparison', isShown);
  return null;
}

it('usePageMark marks the page only while its component is mounted and shown', () => {
  const { rerender, unmount } = render(<Comparison isShown={false} />);
  expect(hasPageMark('comparison')).toBe(false);
  rerender(<Comparison isShown />);
  expect(hasPageMark('comparison')).toBe(true);
  rerender(<Comparison isShown={false} />);
  expect(hasPageMark('comparison')).toBe(false);
  rerender(<Comparison isShown />);
  unmount();
  expect(hasPageMark('comparison')).toBe(false);
});

it('usePageMark keeps the page marked when one component replaces another', () => {
  const { rerender } = render(<Comparison key="first" isShown />);
  rerender(<Comparison key="second" isShown />);
  expect(hasPageMark('comparison')).toBe(true);
});
