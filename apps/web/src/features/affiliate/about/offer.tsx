import { useTranslation } from 'react-i18next';
import { affiliateTerms } from '../../../affiliate-terms.ts';
import { formatCents } from '../../../i18n/format.ts';
import { termsInWords } from '../terms-in-words.ts';
import { Example } from './example.tsx';

const steps = ['apply', 'share', 'earn'] as const;

/** Explains what the affiliate program pays and how it works, with an example. */
export function Offer() {
  const { t } = useTranslation('affiliate');
  const terms = termsInWords();
  return (
    <div className="min-w-0">
      <h1>{t('title')}</h1>
      <p className="mt-3 max-w-160 text-lead">{t('lead', terms)}</p>
      <p className="mt-7 mb-1 flex flex-wrap items-baseline gap-x-2.5">
        <b className="display-price">{formatCents(affiliateTerms.monthlyCommissionCents)}</b> {t('perMonth')}
      </p>
      <p className="caption">{t('paid', terms)}</p>
      <h2 className="card-title mt-9">{t('steps.title')}</h2>
      <ol className="mt-3 [counter-reset:step]">
        {steps.map((step) => (
          <li
            key={step}
            className="grid grid-cols-[minmax(0,10.5rem)_minmax(0,1fr)] gap-x-8 gap-y-0.5 border-t border-line py-3.5 [counter-increment:step] first:border-line-strong max-md:grid-cols-1"
          >
            <h3 className="flex gap-3 text-body before:font-normal before:text-ink-3 before:tabular-nums before:content-[counter(step)]">
              {t(`steps.${step}.title`)}
            </h3>
            <p className="text-small max-md:ps-5">{t(`steps.${step}.text`, terms)}</p>
          </li>
        ))}
      </ol>
      <Example />
    </div>
  );
}
