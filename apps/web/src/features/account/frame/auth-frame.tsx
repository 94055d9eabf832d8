import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../../app/paths.ts';
import { LanguageMenu } from '../../../components/language-menu.tsx';
import { Logo } from '../../../components/logo.tsx';
import { ThemeMenu } from '../../../components/theme-menu.tsx';
import { SideImage } from './side-image.tsx';

type Props = { title: string; lead?: ReactNode; children: ReactNode };

/** Frame of the account forms, with an image beside the form on wide viewports. */
export function AuthFrame({ title, lead, children }: Props) {
  const { t } = useTranslation(['account', 'common']);
  return (
    <div className="auth">
      <div className="auth-form">
        <header className="flex items-center gap-1">
          <Link to={paths.home} aria-label={t('common:productName')} className="inline-flex py-1.5 text-ink">
            <Logo className="h-6 w-auto md:h-[27px]" />
          </Link>
          <span className="grow" />
          <ThemeMenu />
          <LanguageMenu />
        </header>
        <main id="content" tabIndex={-1} className="auth-main outline-none">
          <div>
            <h1>{title}</h1>
            {lead && <p className="mt-1.5">{lead}</p>}
          </div>
          {children}
        </main>
        <footer className="caption">
          <Link to={paths.home} className="auth-back">
            {t('frame.back')}
          </Link>
        </footer>
      </div>
      <SideImage />
    </div>
  );
}
