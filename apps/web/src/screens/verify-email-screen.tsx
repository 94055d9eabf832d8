import { LoaderCircle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../app/paths.ts';
import { Button, buttonStyle } from '../components/ui/button.tsx';
import { AuthFrame } from '../features/account/frame/auth-frame.tsx';
import { useMailToken } from '../features/account/use-mail-token.ts';
import { useVerification, type Verification } from '../features/account/use-verification.ts';
import { useDocumentTitle } from '../lib/use-document-title.ts';

const wide = buttonStyle({ variant: 'primary', size: 'large' });

export function VerifyEmailScreen() {
  const { t } = useTranslation(['account', 'common']);
  const { state, retry } = useVerification(useMailToken());
  useDocumentTitle(t('common:pages.verifyEmail.title'));
  const leads: Record<Verification, [title: string, text: string]> = {
    busy: [t('verify.title'), t('verify.busy')],
    done: [t('verify.doneTitle'), t('verify.doneText')],
    invalid: [t('verify.invalidTitle'), t('verify.invalidText')],
    failed: [t('verify.failedTitle'), t('failed.text')],
  };
  const [title, text] = leads[state];
  return (
    <AuthFrame title={title} lead={<span role="status">{text}</span>}>
      {state === 'busy' && <LoaderCircle aria-hidden size={28} className="animate-spin text-accent" />}
      {state === 'done' && (
        <Link to={paths.compress} className={wide}>
          {t('verify.start')}
        </Link>
      )}
      {state === 'invalid' && (
        <Link to={paths.account} className={wide}>
          {t('verify.toAccount')}
        </Link>
      )}
      {state === 'failed' && (
        <Button variant="primary" size="large" onClick={retry}>
          {t('verify.retry')}
        </Button>
      )}
    </AuthFrame>
  );
}
