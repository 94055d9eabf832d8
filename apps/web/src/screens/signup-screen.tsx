import { useTranslation } from 'react-i18next';
import { Link, Navigate } from 'react-router-dom';
import { paths } from '../app/paths.ts';
import { AuthFrame } from '../features/account/frame/auth-frame.tsx';
import { SignupForm } from '../features/account/signup-form.tsx';
import { useSession } from '../lib/session.ts';
import { useDocumentTitle } from '../lib/use-document-title.ts';

export function SignupScreen() {
  const { t } = useTranslation(['account', 'common']);
  useDocumentTitle(t('common:pages.signup.title'));
  if (useSession()) return <Navigate to={paths.compress} replace />;
  return (
    <AuthFrame
      title={t('signup.title')}
      lead={
        <>
          {t('signup.known')}{' '}
          <Link to={paths.login} className="link font-normal">
            {t('signup.signIn')}
          </Link>
        </>
      }
    >
      <SignupForm />
    </AuthFrame>
  );
}
