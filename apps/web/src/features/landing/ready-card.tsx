import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { ThreadFan } from '../../components/thread-fan.tsx';
import { buttonStyle } from '../../components/ui/button.tsx';

/** Final link to the tool at the end of the page. */
export function ReadyCard() {
  const { t } = useTranslation('landing');
  return (
    <section aria-labelledby="ready" className="pt-(--g-section)">
      <div className="page">
        <div className="ready">
          <ThreadFan className="ready-fan" width={1100} height={400} count={34} meetX={792} meetY={200} />
          <div>
            <h2 id="ready">{t('ready.title')}</h2>
            <p className="mt-2">{t('ready.text')}</p>
          </div>
          <Link
            to={paths.compress}
            className={buttonStyle({ variant: 'primary', size: 'large', className: 'scheme-dark' })}
          >
            {t('ready.action')}
          </Link>
        </div>
      </div>
    </section>
  );
}
