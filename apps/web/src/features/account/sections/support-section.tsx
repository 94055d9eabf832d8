import { Mail } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { buttonStyle } from '../../../components/ui/button.tsx';
import { marketingClaims } from '../../../marketing-claims.ts';
import { Section } from './section.tsx';

/** Email link that lets Pro members contact support. The subject contains the member's email address. */
export function SupportSection({ email }: { email: string }) {
  const { t } = useTranslation('account');
  const { supportEmail } = marketingClaims;
  const subject = encodeURIComponent(t('support.subject', { email }));
  return (
    <Section name="support" title={t('support.title')} text={t('support.text')}>
      <div className="grid justify-items-start gap-1.5">
        <a href={`mailto:${supportEmail}?subject=${subject}`} className={buttonStyle()}>
          <Mail aria-hidden size={17} />
          {t('support.write')}
        </a>
        <p className="caption wrap-anywhere" dir="ltr">
          {supportEmail}
        </p>
      </div>
    </Section>
  );
}
