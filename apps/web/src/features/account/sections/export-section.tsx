import { Download } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, buttonStyle } from '../../../components/ui/button.tsx';
import { Section } from './section.tsx';

export function ExportSection({ isEmailVerified }: { isEmailVerified: boolean }) {
  const { t } = useTranslation('account');
  const reasonId = useId();
  const label = (
    <>
      <Download aria-hidden size={17} />
      {t('export.download')}
    </>
  );
  return (
    <Section name="export" title={t('export.title')} text={t('export.text')}>
      {isEmailVerified ? (
        <a href="/api/auth/export" download className={buttonStyle()}>
          {label}
        </a>
      ) : (
        <>
          <Button disabled aria-describedby={reasonId}>
            {label}
          </Button>
          <p id={reasonId} className="text-small">
            {t('export.needsEmail')}
          </p>
        </>
      )}
    </Section>
  );
}
