import { sessionMs } from '@gossamer/contracts/accounts';
import { planLimits, retentionMs, visitorRecordMs } from '@gossamer/contracts/limits';
import { useTranslation } from 'react-i18next';
import { affiliateTerms } from '../../affiliate-terms.ts';
import { formatHours, formatPercent, formatUsd } from '../../i18n/format.ts';
import { formatDate } from '../../i18n/format-day.ts';
import { formatSpan } from '../../i18n/format-time.ts';
import { marketingClaims } from '../../marketing-claims.ts';

const hourMs = 3_600_000;
const mebibyte = 1024 * 1024;
/** Retention period of the gateway's rate limit and quota counters in milliseconds. */
const countsKeptMs = 48 * hourMs;

export type LegalSection = { id: string; title: string; text: string; more?: string };

/** Returns the values for the placeholders in the legal texts. Each value comes from the module that defines it. */
function facts() {
  return {
    originalKept: formatHours(retentionMs.original / hourMs),
    resultKept: formatHours(retentionMs.result / hourMs),
    proResultKept: formatSpan(retentionMs.proResult),
    sessionKept: formatSpan(sessionMs),
    countsKept: formatSpan(countsKeptMs),
    recordKept: formatSpan(visitorRecordMs),
    freePerDay: planLimits.free.dailyCompressions,
    freeMegabytes: planLimits.free.maxFileBytes / mebibyte,
    freeFiles: planLimits.free.maxBatchFiles,
    proMegabytes: planLimits.pro.maxFileBytes / mebibyte,
    proFiles: planLimits.pro.maxBatchFiles,
    price: formatUsd(marketingClaims.proMonthlyPriceUsd),
    refundDays: marketingClaims.refundDays,
    referralKept: formatSpan(affiliateTerms.cookieMs),
    commissionPercent: formatPercent(affiliateTerms.commissionPercent),
    commissionHeld: formatSpan(affiliateTerms.holdMs),
    minPayout: formatUsd(affiliateTerms.minPayoutCents / 100),
    uptime: formatPercent(marketingClaims.uptimePercent, 1),
    email: marketingClaims.supportEmail,
  };
}

type Props = { title: string; lead: string; updatedAt: Date; sections: LegalSection[] };

/** Shows a legal policy with its date, a table of contents and linkable sections. */
export function LegalText({ title, lead, updatedAt, sections }: Props) {
  const { t } = useTranslation('legal');
  return (
    <article className="page grid gap-x-16 gap-y-8 pt-[clamp(1.75rem,1.3rem+1.8vw,3rem)] wide:grid-cols-[minmax(0,1fr)_16rem]">
      <header className="wide:col-span-2">
        <h1>{title}</h1>
        <p className="caption mt-2">
          <time dateTime={updatedAt.toISOString().slice(0, 10)}>
            {t('updated', { date: formatDate(updatedAt) })}
          </time>
        </p>
        <p className="mt-5 max-w-160 text-lead text-ink">{lead}</p>
      </header>
      <nav aria-label={t('contents')} className="wide:order-2 wide:sticky wide:top-24 wide:self-start">
        <ul className="grid gap-x-6 text-small max-wide:grid-cols-2 max-md:grid-cols-1">
          {sections.map(({ id, title: name }) => (
            <li key={id}>
              <a href={`#${id}`} className="footer-link">
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="max-w-160">
        {sections.map(({ id, title: name, text, more }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`} className="border-t border-line py-6">
            <h2 id={`${id}-title`} className="text-head font-strong">
              {name}
            </h2>
            <p className="mt-1.5">{text}</p>
            {more && <p className="mt-2.5">{more}</p>}
          </section>
        ))}
      </div>
    </article>
  );
}

/** Returns the sections of a policy in the order of the message file. */
export function useLegalSections(policy: 'privacy' | 'terms'): LegalSection[] {
  const { t } = useTranslation('legal');
  const sections = t(`${policy}.sections`, { returnObjects: true, ...facts() });
  return Object.entries(sections).map(([id, section]) => ({ id, ...section }));
}
