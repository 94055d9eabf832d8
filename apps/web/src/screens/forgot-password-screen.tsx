import { useTranslation } from 'react-i18next';
import { ForgotForm } from '../features/account/forgot-form.tsx';
import { AuthFrame } from '../features/account/frame/auth-frame.tsx';
import { useDocumentTitle } from '../lib/use-document-title.ts';

export function ForgotPasswordScreen() {
  const { t } = useTranslation(['account', 'common']);
  useDocumentTitle(t('common:pages.forgotPassword.title'));
  return (
    <AuthFrame title={t('forgot.title')} lead={t('forgot.text')}>
      <ForgotForm />
    </AuthFrame>
  );
}
