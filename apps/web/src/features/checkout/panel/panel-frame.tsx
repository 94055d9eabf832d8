import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export function PanelFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation('checkout');
  return (
    <section
      aria-label={t('payment')}
      className="card grid min-w-0 gap-5 p-5 md:gap-4 md:p-6"
      data-testid="payment"
    >
      {children}
    </section>
  );
}
