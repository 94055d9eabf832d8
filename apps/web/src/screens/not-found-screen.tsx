import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../app/paths.ts';
import { GatherMark } from '../components/gather-mark.tsx';
import { buttonStyle } from '../components/ui/button.tsx';
import { useDocumentTitle } from '../lib/use-document-title.ts';

export function NotFoundScreen() {
  const { t } = useTranslation();
  useDocumentTitle(t('pages.notFound.title'));
  return (
    <div className="isolate overflow-clip">
      <div className="grid min-h-136 place-items-center content-center gap-1 px-6 py-14 text-center">
        <GatherMark isEnding className="gather-wide mb-3" />
        <h1>{t('pages.notFound.title')}</h1>
        <p>{t('notFound.text')}</p>
        <Link to={paths.compress} className={buttonStyle({ variant: 'primary', className: 'mt-4.5' })}>
          {t('notFound.action')}
        </Link>
      </div>
    </div>
  );
}
