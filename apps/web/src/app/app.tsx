import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { I18nextProvider, useTranslation } from 'react-i18next';
import { ToastProvider } from '../components/ui/toast.tsx';
import { Tooltips } from '../components/ui/tooltips.tsx';
import { SettingsProvider } from '../features/compress/settings/settings-context.tsx';
import { UploadsProvider } from '../features/compress/uploads/uploads-context.tsx';
import { i18n } from '../i18n/i18n.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { ErrorScreen } from './error-screen.tsx';
import { AppRoutes } from './router.tsx';

/**
 * Renders all providers and routes. The caller must wrap this component in a router: a browser router, or a static
 * router for prerendering. The upload queue wraps the routes, so that uploads continue during navigation.
 */
export function App() {
  const [queryClient] = useState(createQueryClient);
  return (
    <I18nextProvider i18n={i18n}>
      <ErrorBoundary fallback={<ErrorScreen />}>
        <QueryClientProvider client={queryClient}>
          <Toasts>
            <SettingsProvider>
              <UploadsProvider>
                <AppRoutes />
                <Tooltips />
              </UploadsProvider>
            </SettingsProvider>
          </Toasts>
        </QueryClientProvider>
      </ErrorBoundary>
    </I18nextProvider>
  );
}

function Toasts({ children }: { children: ReactNode }) {
  const { t, i18n: language } = useTranslation();
  return (
    <ToastProvider
      closeLabel={t('close')}
      announceLabel={t('notification')}
      regionLabel={t('notifications')}
      swipeDirection={language.dir() === 'rtl' ? 'left' : 'right'}
    >
      {children}
    </ToastProvider>
  );
}
