import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { ToastProvider } from '../components/ui/toast.tsx';
import { createQueryClient } from '../lib/query-client.ts';

/** Renders a part of a screen with all providers of the web app. */
export function renderPart(part: ReactNode): void {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ToastProvider closeLabel="Close" announceLabel="Notification" regionLabel="Notifications ({hotkey})">
        <MemoryRouter>{part}</MemoryRouter>
      </ToastProvider>
    </QueryClientProvider>,
  );
}
