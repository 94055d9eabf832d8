import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export function PanelFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation('checkout');
  return (
    <section aria-label={t('payment')} className="card grid min-w-0 gap-5 p-5 md:p-7" data-testid="payment">
      {children}
    </section>
  );
}
