// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { extra } from './extra.tsx';

const Part = () => <p>Part</p>;

it('renders a preloaded component immediately', async () => {
  const Extra = extra(async () => Part);
  await Extra.preload();
  render(<Extra />);
  expect(screen.queryByText('Part')).not.toBeNull();
});

it('resolves a failed preload and loads the component again when it is rendered', async () => {
  let attempts = 0;
  const Extra = extra(async () => {
    attempts += 1;
    if (attempts === 1) throw new TypeError('Failed to fetch dynamically imported module');
    return Part;
  });
  await Extra.preload();
  render(<Extra />);
  expect(screen.queryByText('Part')).toBeNull();
  expect(await screen.findByText('Part')).toBeDefined();
});
