import { useTranslation } from 'react-i18next';
import { LegalText, useLegalSections } from '../features/legal/legal-text.tsx';
import { useDocumentTitle } from '../lib/use-document-title.ts';

const updatedAt = new Date('2026-11-27T00:00:00Z');

export function PrivacyScreen() {
  const { t } = useTranslation(['common', 'legal']);
  const title = t('pages.privacy.title');
  useDocumentTitle(title);
  return (
    <LegalText
      title={title}
      lead={t('legal:privacy.lead')}
      updatedAt={updatedAt}
      sections={useLegalSections('privacy')}
    />
  );
}
