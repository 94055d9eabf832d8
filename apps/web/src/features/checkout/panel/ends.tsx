import { CircleAlert, CircleCheck, LoaderCircle } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../../app/paths.ts';
import { buttonStyle } from '../../../components/ui/button.tsx';
import { marketingClaims } from '../../../marketing-claims.ts';
import type { Stage } from '../flow/use-arrival.ts';

const bad = <CircleAlert aria-hidden size={20} className="mt-0.5 text-danger" />;
const good = <CircleCheck aria-hidden size={20} className="mt-0.5 text-accent" />;
const busy = <LoaderCircle aria-hidden size={20} className="animate-spin mt-0.5 text-accent" />;

type Props = { icon: ReactNode; title: string; text: string; children?: ReactNode };

function End({ icon, title, text, children }: Props) {
  return (
    <div className="flex gap-3.5" role="status">
      {icon}
      <div className="grid min-w-0 gap-1">
        <h2 className="card-title">{title}</h2>
        <p>{text}</p>
        {children}
      </div>
    </div>
  );
}

function Onwards() {
  const { t } = useTranslation('checkout');
  return (
    <div className="mt-3 flex flex-wrap gap-2 max-md:*:grow">
      <Link to={paths.compress} className={buttonStyle({ variant: 'primary' })}>
        {t('onwards.compress')}
      </Link>
      <Link to={paths.account} className={buttonStyle()}>
        {t('onwards.account')}
      </Link>
    </div>
  );
}

/** Message stating that payments are not configured. The specification defines its text. */
export function NotConfigured() {
  const { t } = useTranslation('checkout');
  return (
    <End icon={bad} title={t('problems.configuration.title')} text={t('problems.configuration.text')}>
      <SupportLink />
    </End>
  );
}

export function SupportLink() {
  return (
    <a
      href={`mailto:${marketingClaims.supportEmail}`}
      className="link mt-2 inline-flex min-h-6 items-center justify-self-start wrap-anywhere pointer-coarse:min-h-11"
      dir="ltr"
    >
      {marketingClaims.supportEmail}
    </a>
  );
}

export function Subscribed() {
  const { t } = useTranslation('checkout');
  return (
    <End icon={good} title={t('subscribed.title')} text={t('subscribed.text')}>
      <Onwards />
    </End>
  );
}

/** Message that replaces the checkout form after the payment. */
export function AfterPayment({ stage }: { stage: Exclude<Stage, 'form' | 'subscribed'> }) {
  const { t } = useTranslation('checkout');
  const place = useRef<HTMLDivElement>(null);
  // Move the focus to the message, because the focused submit button was removed. Scroll to the message, because it is
  // shorter than the form and may be outside the viewport on phones.
  useEffect(() => {
    place.current?.focus({ preventScroll: true });
    place.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      <End
        icon={stage === 'done' ? good : busy}
        title={t(`after.${stage}.title`)}
        text={t(`after.${stage}.text`)}
      >
        {stage !== 'confirming' && <Onwards />}
      </End>
    </div>
  );
}
