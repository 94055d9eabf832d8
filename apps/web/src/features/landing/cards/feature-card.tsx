import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

type Props = { name: 'batch' | 'formats' | 'deletion' | 'api'; text: string; children: ReactNode };

/** Card with the name and description of a feature above a drawing. */
export function FeatureCard({ name, text, children }: Props) {
  const { t } = useTranslation('landing');
  return (
    <article
      className="card grid grid-cols-1 grid-rows-[auto_1fr] gap-6 overflow-hidden px-7 pt-6.5 max-md:px-5 max-md:pt-5.5 md:col-span-7 md:min-h-82 md:nth-[2]:col-span-5 md:nth-[3]:col-span-5"
      data-testid="feature"
    >
      <div>
        <h3>{t(`features.${name}.title`)}</h3>
        <p className="mt-1.5 max-w-120">{text}</p>
      </div>
      {children}
    </article>
  );
}
