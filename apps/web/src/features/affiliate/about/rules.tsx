import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { termsInWords } from '../terms-in-words.ts';

const rules = ['counts', 'held', 'reversed', 'excluded', 'payout', 'seen'] as const;

/** Lists the rules of the affiliate program. */
export function Rules() {
  const { t } = useTranslation('affiliate');
  const id = useId();
  const terms = termsInWords();
  return (
    <section aria-labelledby={id} className="page pt-(--g-section)">
      <h2 id={id} className="mb-[clamp(1.75rem,1.2rem+1.6vw,2.75rem)]">
        {t('rules.title')}
      </h2>
      <ul className="grid gap-x-8 gap-y-5 md:grid-cols-2 md:gap-y-8 wide:grid-cols-3">
        {rules.map((rule) => (
          <li key={rule} className="border-t border-line-strong pt-4.5">
            <h3>{t(`rules.${rule}.title`)}</h3>
            <p className="mt-1 text-small">{t(`rules.${rule}.text`, terms)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
