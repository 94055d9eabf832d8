import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes, formatCount, formatPercent, formatSeconds, formatUsd } from '../../../i18n/format.ts';
import { marketingClaims } from '../../../marketing-claims.ts';
import { exampleSaving, exampleSite } from './example-saving.ts';

const facts = ['traffic', 'cost', 'time'] as const;

/** Shows how much data and money smaller images save an example website. */
export function ReturnOnPrice() {
  const { t } = useTranslation('checkout');
  const id = useId();
  const saving = exampleSaving();
  const values = {
    views: formatCount(exampleSite.views),
    images: formatBytes(exampleSite.imagesBytes, 0),
    percent: formatPercent(exampleSite.savedPercent),
    before: formatBytes(saving.beforeBytes, 0),
    after: formatBytes(saving.afterBytes, 0),
    saved: formatBytes(saving.savedBytes, 0),
    money: formatUsd(saving.savedUsd),
    rate: formatUsd(exampleSite.usdPerGigabyte),
    perView: formatBytes(saving.savedPerViewBytes, 1),
    seconds: formatSeconds(saving.savedPerViewSeconds),
    megabits: formatCount(exampleSite.lineBitsPerSecond / 1_000_000),
  };
  return (
    <section aria-labelledby={id} className="page pt-(--g-section)">
      <div className="grid items-start gap-x-16 gap-y-8 md:grid-cols-[minmax(0,4fr)_minmax(0,7fr)]">
        <div className="grid gap-3">
          <h2 id={id}>{t('returns.title', { price: formatUsd(marketingClaims.proMonthlyPriceUsd) })}</h2>
          <p>{t('returns.text')}</p>
        </div>
        <ul>
          {facts.map((fact) => (
            <li
              key={fact}
              className="grid grid-cols-[minmax(0,10.5rem)_minmax(0,1fr)] gap-x-8 gap-y-1 border-t border-line py-5.5 first:border-line-strong max-md:grid-cols-1 max-md:py-4.5"
            >
              <h3 className="text-body">{t(`returns.${fact}.title`)}</h3>
              <p>{t(`returns.${fact}.text`, values)}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
