import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

type Props = { name: 'batch' | 'formats' | 'deletion' | 'api'; text: string; children: ReactNode };

/** Shows the name and description of a feature above a drawing. */
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
