import { type Plan, planLimits } from '@gossamer/contracts/limits';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { ProCard } from '../../components/pro-card.tsx';
import { buttonStyle } from '../../components/ui/button.tsx';
import { Ticks } from '../../components/ui/ticks.tsx';
import { formatCount, formatUsd } from '../../i18n/format.ts';
import { formatSpan } from '../../i18n/format-time.ts';
import { limitsByPlan } from '../../lib/plan-limits.ts';
import { useSession } from '../../lib/session.ts';
import { marketingClaims } from '../../marketing-claims.ts';

const listClass = 'flex-col text-ink *:text-base';
const noteClass = 'mt-3 text-center text-small';
const cardClass = 'flex flex-col items-start gap-5 p-6 md:p-7';
/**
 * Mirrors the threads of the Pro card, so that they are at the end of the card, next to the text instead of behind it.
 * On phones, the Pro card is shown first.
 */
const proClass =
  'max-md:order-first max-wide:[&>svg]:hidden [&>svg]:h-2/3 [&>svg]:-scale-x-100 [&>svg]:[mask-image:linear-gradient(to_right,#000,transparent_40%)]';

/** Shows a card for each plan, with its price and a link to use or buy it. */
export function PlanCards() {
  const { t } = useTranslation(['pricing', 'checkout']);
  const isPremium = useSession()?.isPremium ?? false;
  const sizeOf = (plan: Plan) => {
    const { maxMegabytes, maxBatchFiles: maxFiles } = limitsByPlan[plan];
    return t('pricing:features.size', { maxMegabytes, maxFiles });
  };
  const keptOf = (plan: Plan) =>
    t('pricing:features.kept', { duration: formatSpan(limitsByPlan[plan].resultKeptMs) });
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <section className={`card ${cardClass}`} data-testid="plan">
        <Head name={t('checkout:table.free')} text={t('pricing:free')} />
        <b className="display-price">{formatUsd(0)}</b>
        <div className="w-full">
          <Link to={paths.compress} className={buttonStyle({ size: 'large', className: 'w-full' })}>
            {t('checkout:onwards.compress')}
          </Link>
          <p className={noteClass}>{t('pricing:features.mayHaveAds')}</p>
        </div>
        <Ticks
          className={listClass}
          labels={[
            t('pricing:features.daily', { limit: formatCount(planLimits.free.dailyCompressions) }),
            sizeOf('free'),
            t('pricing:features.settings'),
            t('pricing:features.history'),
            keptOf('free'),
          ]}
        />
      </section>
      <ProCard className={`${cardClass} ${proClass}`} testId="plan">
        <Head name={t('checkout:table.pro')} text={t('pricing:pro')} />
        <p className="flex flex-wrap items-baseline gap-x-2.5">
          <b className="display-price">{formatUsd(marketingClaims.proMonthlyPriceUsd)}</b>{' '}
          {t('checkout:perMonth')}
        </p>
        <div className="w-full">
          <Link
            to={isPremium ? paths.account : paths.checkout}
            className={buttonStyle({ variant: 'primary', size: 'large', className: 'scheme-dark w-full' })}
          >
            {isPremium ? t('checkout:onwards.account') : t('pricing:getPro')}
          </Link>
          <p className={noteClass}>
            {t('checkout:guarantee', { days: formatCount(marketingClaims.refundDays) })}
          </p>
        </div>
        <Ticks
          className={`scheme-dark ${listClass}`}
          labels={[
            t('pricing:features.everything'),
            t('pricing:features.unlimited'),
            sizeOf('pro'),
            t('pricing:features.priority'),
            t('pricing:features.api'),
            keptOf('pro'),
            t('pricing:features.support'),
            t('pricing:features.noAds'),
          ]}
        />
      </ProCard>
    </div>
  );
}

function Head({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <h2>{name}</h2>
      <p className="mt-1.5">{text}</p>
    </div>
  );
}
