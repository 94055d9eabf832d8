import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

type Props = { name: 'batch' | 'formats' | 'deletion' | 'api'; text: string; children: ReactNode };

/** Describes a feature above a drawing of it. */
export function FeatureCard({ name, text, children }: Props) {
  const { t } = useTranslation('landing');
  return (
    <article className="card feature" data-testid="feature">
      <div>
        <h3>{t(`features.${name}.title`)}</h3>
        <p className="mt-1.5 max-w-120">{text}</p>
      </div>
      {children}
    </article>
  );
}
