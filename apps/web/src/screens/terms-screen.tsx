import { useTranslation } from 'react-i18next';
import { LegalText, useLegalSections } from '../features/legal/legal-text.tsx';
import { useDocumentTitle } from '../lib/use-document-title.ts';

const updatedAt = new Date('2025-07-03T00:00:00Z');

export function TermsScreen() {
  const { t } = useTranslation(['common', 'legal']);
  const title = t('pages.terms.title');
  useDocumentTitle(title);
  return (
    <LegalText
      title={title}
      lead={t('legal:terms.lead')}
      updatedAt={updatedAt}
      sections={useLegalSections('terms')}
    />
  );
}
