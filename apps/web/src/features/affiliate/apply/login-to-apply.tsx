import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../../app/paths.ts';
import { buttonStyle } from '../../../components/ui/button.tsx';

/** Prompt for visitors to log in or sign up before they apply. Afterwards, they return to this page. */
export function LoginToApply() {
  const { t } = useTranslation('affiliate');
  return (
    <div data-for-visitors className="grid min-w-0 gap-5 p-5 md:p-7">
      <div>
        <h2 className="card-title">{t('form.title')}</h2>
        <p className="mt-0.5 text-small">{t('visitor.text')}</p>
      </div>
      <div className="flex flex-wrap gap-2 max-md:*:grow">
        <Link
          to={`${paths.login}?from=${paths.affiliate}`}
          className={buttonStyle({ variant: 'primary', size: 'large' })}
        >
          {t('visitor.login')}
        </Link>
        <Link to={`${paths.signup}?from=${paths.affiliate}`} className={buttonStyle({ size: 'large' })}>
          {t('visitor.signUp')}
        </Link>
      </div>
    </div>
  );
}
