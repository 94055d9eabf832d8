import { useTranslation } from 'react-i18next';
import { affiliateTerms } from '../../../affiliate-terms.ts';
import { formatCents } from '../../../i18n/format.ts';
import { termsInWords } from '../terms-in-words.ts';
import { Example } from './example.tsx';

const steps = ['apply', 'share', 'earn'] as const;

/** Explains what the affiliate programme pays and how it works, with an example. */
export function Offer() {
  const { t } = useTranslation('affiliate');
  const terms = termsInWords();
  return (
    <div className="min-w-0">
      <h1>{t('title')}</h1>
      <p className="mt-3 max-w-160 text-lead">{t('lead', terms)}</p>
      <p className="mt-7 mb-1 flex flex-wrap items-baseline gap-x-2.5">
        <b className="checkout-price">{formatCents(affiliateTerms.monthlyCommissionCents)}</b> {t('perMonth')}
      </p>
      <p className="caption">{t('paid', terms)}</p>
      <h2 className="card-title mt-9">{t('steps.title')}</h2>
      <ol className="affiliate-steps mt-3">
        {steps.map((step) => (
          <li key={step}>
            <h3 className="text-body">{t(`steps.${step}.title`)}</h3>
            <p className="text-small">{t(`steps.${step}.text`, terms)}</p>
          </li>
        ))}
      </ol>
      <Example />
    </div>
  );
}
