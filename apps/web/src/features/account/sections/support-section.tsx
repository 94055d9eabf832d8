import { Mail } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { buttonStyle } from '../../../components/ui/button.tsx';
import { marketingClaims } from '../../../marketing-claims.ts';
import { Section } from './section.tsx';

/** For Pro: a mail that says by its subject who writes. */
export function SupportSection({ email }: { email: string }) {
  const { t } = useTranslation('account');
  const { supportEmail } = marketingClaims;
  const subject = encodeURIComponent(t('support.subject', { email }));
  return (
    <Section title={t('support.title')} text={t('support.text')}>
      <a href={`mailto:${supportEmail}?subject=${subject}`} className={buttonStyle()}>
        <Mail aria-hidden size={17} />
        {t('support.write')}
      </a>
      <p className="caption" dir="ltr">
        {supportEmail}
      </p>
    </Section>
  );
}
