import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../app/paths.ts';
import { buttonStyle } from '../components/ui/button.tsx';
import { AuthFrame } from '../features/account/frame/auth-frame.tsx';
import { ResetForm } from '../features/account/reset-form.tsx';
import { useMailToken } from '../features/account/use-mail-token.ts';
import { useDocumentTitle } from '../lib/use-document-title.ts';

export function ResetPasswordScreen() {
  const { t } = useTranslation(['account', 'common']);
  const token = useMailToken();
  const [isRefused, setRefused] = useState(false);
  useDocumentTitle(t('common:pages.resetPassword.title'));
  if (token === null || isRefused) {
    return (
      <AuthFrame title={t('reset.invalidTitle')} lead={t('reset.invalidText')}>
        <Link to={paths.forgotPassword} className={buttonStyle({ variant: 'primary', size: 'large' })}>
          {t('reset.newLink')}
        </Link>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={t('reset.title')} lead={t('reset.text')}>
      {token && <ResetForm token={token} onInvalid={() => setRefused(true)} />}
    </AuthFrame>
  );
}
