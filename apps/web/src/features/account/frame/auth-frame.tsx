import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../../app/paths.ts';
import { LanguageMenu } from '../../../components/language-menu.tsx';
import { Logo } from '../../../components/logo.tsx';
import { ThemeMenu } from '../../../components/theme-menu.tsx';
import { usePageMark } from '../../../lib/use-page-mark.ts';
import { SideImage } from './side-image.tsx';

type Props = { title: string; lead?: ReactNode; children: ReactNode };

/** Layout of the login, sign-up and password forms, with an image next to the form on wide viewports. */
export function AuthFrame({ title, lead, children }: Props) {
  const { t } = useTranslation(['account', 'common']);
  usePageMark('accountForm');
  return (
    <div className="grid min-h-dvh wide:grid-cols-2">
      <div className="grid grid-cols-1 grid-rows-[auto_1fr_auto] px-(--g-gutter) pt-5 pb-7 max-wide:asking-consent:pb-68">
        <header className="flex items-center gap-1">
          <Link to={paths.home} aria-label={t('common:productName')} className="inline-flex py-1.5 text-ink">
            <Logo className="h-6 w-auto md:h-[27px]" />
          </Link>
          <span className="grow" />
          <ThemeMenu />
          <LanguageMenu />
        </header>
        {/* The form is not centered vertically, because error messages below the fields would shift the entire
            form. */}
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto grid w-[min(100%,23rem)] content-start gap-7 pt-6 pb-8 outline-none md:pt-[clamp(1.5rem,12vh,8rem)]"
        >
          <div>
            <h1>{title}</h1>
            {lead && <p className="mt-1.5">{lead}</p>}
          </div>
          {children}
        </main>
        <footer className="caption">
          <Link
            to={paths.home}
            className="inline-flex min-h-7 items-center underline decoration-1 underline-offset-3 hover:text-ink pointer-coarse:min-h-11"
          >
            {t('frame.back')}
          </Link>
        </footer>
      </div>
      <SideImage />
    </div>
  );
}
