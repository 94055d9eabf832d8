import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export function PanelFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation('checkout');
  return (
    <section aria-label={t('payment')} className="card pay-panel" data-testid="payment">
      {children}
    </section>
  );
}
