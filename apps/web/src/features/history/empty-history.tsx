import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { GatherMark } from '../../components/gather-mark.tsx';
import { buttonStyle } from '../../components/ui/button.tsx';

export function EmptyHistory() {
  const { t } = useTranslation('history');
  return (
    <section className="card isolate grid min-h-108.5 place-items-center content-center gap-1 overflow-clip px-6 py-12 text-center">
      <GatherMark isEnding className="gather-card mb-3" />
      <h2 className="card-title">{t('empty.title')}</h2>
      <p>{t('empty.text')}</p>
      <Link to={paths.compress} className={buttonStyle({ variant: 'primary', className: 'mt-4.5' })}>
        {t('empty.action')}
      </Link>
    </section>
  );
}
