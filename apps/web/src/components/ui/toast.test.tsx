// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderPart } from '../../test/render-part.tsx';
import { useToast } from './toast.tsx';
// Import the toast region eagerly, because loading it with the first toast would affect the timing of the test.
import './toast-region.tsx';

afterEach(() => vi.useRealTimers());

function Teller() {
  const showToast = useToast();
  return (
    <button type="button" onClick={() => showToast({ title: 'Saved' })}>
      Tell
    </button>
  );
}

const region = () => screen.queryByRole('region', { name: 'Notifications (F8)', hidden: true });

// Spec: 9.50
it('a toast and its region are removed 1,000,000 ms after the toast closes', async () => {
  renderPart(<Teller />);
  fireEvent.click(screen.getByText('Tell'));
  await screen.findByText('Saved');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByText('Saved')).toBeNull();
  act(() => vi.advanceTimersByTime(999_999));
  expect(region()).not.toBeNull();
  act(() => vi.advanceTimersByTime(1));
  expect(region()).toBeNull();
});
