import type { SessionUser } from '@gossamer/contracts/session-user';
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { apiDocsPath, paths } from '../../../app/paths.ts';
import { PlanBadge } from '../../../components/plan-badge.tsx';
import { buttonStyle } from '../../../components/ui/button.tsx';
import { formatCount, formatUsd } from '../../../i18n/format.ts';
import { formatSpan } from '../../../i18n/format-time.ts';
import { limitsByPlan, type PlanLimits } from '../../../lib/plan-limits.ts';
import { marketingClaims } from '../../../marketing-claims.ts';
import { SubscriptionPart } from './billing/subscription-part.tsx';
import { Section } from './section.tsx';

export function PlanSection({ user: { email, isPremium } }: { user: SessionUser }) {
  const { t } = useTranslation('account');
  return (
    <Section name="plan" title={t('plan.title')} text={t('plan.text')}>
      <div className="flex flex-wrap gap-x-12 gap-y-5">
        <div className="grid content-start justify-items-start gap-3">
          <PlanBadge isPremium={isPremium} />
          <Facts limits={limitsByPlan[isPremium ? 'pro' : 'free']} />
        </div>
        {!isPremium && (
          <div className="grid content-start justify-items-start gap-3">
            <h3 className="min-h-6 text-small font-medium">{t('plan.withPro')}</h3>
            <Facts limits={limitsByPlan.pro} />
          </div>
        )}
      </div>
      <SubscriptionPart email={email} isPremium={isPremium} />
      {!isPremium && (
        <Link to={paths.checkout} className={buttonStyle()}>
          {t('plan.upgrade', { price: formatUsd(marketingClaims.proMonthlyPriceUsd) })}
        </Link>
      )}
    </Section>
  );
}

/** Lists the features of a plan, with the limits that the server enforces. */
function Facts({ limits }: { limits: PlanLimits }) {
  const { t } = useTranslation('account');
  const { plan, dailyCompressions, maxMegabytes, maxBatchFiles, resultKeptMs } = limits;
  const facts = [
    dailyCompressions === null ? t('plan.unlimited') : t('plan.daily', { count: dailyCompressions }),
    t('plan.size', { megabytes: formatCount(maxMegabytes) }),
    t('plan.batch', { count: maxBatchFiles }),
    t('plan.kept', { duration: formatSpan(resultKeptMs) }),
    ...(plan === 'pro' ? [t('plan.priority'), t('plan.noAds'), t('plan.api')] : []),
  ];
  return (
    <ul className="grid gap-1.5 text-small">
      {facts.map((fact) => (
        <li key={fact} className="flex items-start gap-2">
          <Check aria-hidden size={16} className="mt-0.5 text-accent" />
          {fact === t('plan.api') ? (
            <a href={apiDocsPath} className="link font-normal">
              {fact}
            </a>
          ) : (
            fact
          )}
        </li>
      ))}
    </ul>
  );
}
