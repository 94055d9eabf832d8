import type { OwnAffiliate } from '@gossamer/contracts/affiliate';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { buttonStyle } from '../../../components/ui/button.tsx';
import { formatPercent } from '../../../i18n/format.ts';
import { CopyLine } from '../copy-line.tsx';
import { dashboardPath } from '../dashboard-path.ts';

const nextSteps = ['share', 'payout', 'follow'] as const;

type Props = {
  partner: NonNullable<OwnAffiliate['affiliate']>;
  /** Whether the partner card has just replaced the application form. If so, the card receives the focus. */
  isNew: boolean;
};

/** Shows the partner's code, referral link and next steps. */
export function PartnerCard({ partner, isNew }: Props) {
  const { t } = useTranslation('affiliate');
  const linkId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isNew) heading.current?.focus();
  }, [isNew]);
  const { name, code, commissionRate, referralLink } = partner;
  return (
    <div className="grid min-w-0 gap-5 p-5 md:p-7" data-testid="affiliate-partner">
      <h2 ref={heading} tabIndex={-1} className="card-title outline-none">
        {t('partner.title')}
      </h2>
      <dl className="grid divide-y divide-line border-y border-line">
        <Detail label={t('partner.name')}>
          <bdi>{name}</bdi>
        </Detail>
        <Detail label={t('partner.code')}>
          <code>{code}</code>
        </Detail>
        <Detail label={t('partner.rate')}>
          {t('partner.rateValue', { percent: formatPercent(commissionRate) })}
        </Detail>
      </dl>
      <div className="grid min-w-0 gap-1.5">
        <h3 id={linkId} className="text-small font-medium">
          {t('partner.link')}
        </h3>
        <CopyLine text={referralLink} labeledBy={linkId} />
      </div>
      <div>
        <h3 className="text-small font-medium">{t('partner.next.title')}</h3>
        <ol className="mt-1.5 grid list-decimal gap-1.5 ps-5 text-small marker:text-ink-3">
          {nextSteps.map((step) => (
            <li key={step}>{t(`partner.next.${step}`)}</li>
          ))}
        </ol>
      </div>
      <a
        href={dashboardPath(code)}
        target="_blank"
        rel="noopener"
        className={buttonStyle({ variant: 'primary', size: 'large' })}
      >
        {t('partner.open')}
      </a>
    </div>
  );
}

function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 gap-y-0.5 py-2.5">
      <dt>{label}</dt>
      <dd className="wrap-anywhere text-ink">{children}</dd>
    </div>
  );
}
