import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';

/** Heading of the recent compressions, with a link to the history. */
export function RecentHead({ id, title }: { id: string; title: string }) {
  const { t } = useTranslation('dashboard');
  return (
    <div className="flex items-center justify-between gap-4 border-b border-line px-5 py-3">
      <h2 id={id} className="card-title">
        {title}
      </h2>
      <Link to={paths.history} className="link inline-flex min-h-7 shrink-0 items-center text-small">
        {t('recent.all')}
      </Link>
    </div>
  );
}
