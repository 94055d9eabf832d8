import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../../app/paths.ts';
import { GatherMark } from '../../../components/gather-mark.tsx';
import { buttonStyle } from '../../../components/ui/button.tsx';

/** Error message for affiliate codes that do not exist or belong to another partner. */
export function UnknownCode() {
  const { t } = useTranslation('affiliate');
  return (
    <>
      <h1 className="mb-5 md:mb-7">{t('dashboard.title')}</h1>
      <section className="card isolate grid min-h-88 place-items-center content-center gap-1 overflow-clip px-6 py-12 text-center">
        <GatherMark isEnding className="gather-card mb-3" />
        <h2 className="card-title">{t('dashboard.unknown.title')}</h2>
        <p>{t('dashboard.unknown.text')}</p>
        <Link to={paths.affiliate} className={buttonStyle({ variant: 'primary', className: 'mt-4.5' })}>
          {t('dashboard.unknown.action')}
        </Link>
      </section>
    </>
  );
}
