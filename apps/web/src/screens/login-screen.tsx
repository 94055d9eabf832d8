import { useTranslation } from 'react-i18next';
import { Link, Navigate } from 'react-router-dom';
import { paths } from '../app/paths.ts';
import { AuthFrame } from '../features/account/frame/auth-frame.tsx';
import { LoginForm } from '../features/account/login-form.tsx';
import { useSession } from '../lib/session.ts';
import { useDocumentTitle } from '../lib/use-document-title.ts';

export function LoginScreen() {
  const { t } = useTranslation(['account', 'common']);
  useDocumentTitle(t('common:pages.login.title'));
  if (useSession()) return <Navigate to={paths.compress} replace />;
  return (
    <AuthFrame
      title={t('login.title')}
      lead={
        <>
          {t('login.new')}{' '}
          <Link to={paths.signup} className="link font-normal">
            {t('login.create')}
          </Link>
        </>
      }
    >
      <LoginForm />
    </AuthFrame>
  );
}
