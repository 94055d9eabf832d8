import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { ThreadFan } from '../../components/thread-fan.tsx';
import { buttonStyle } from '../../components/ui/button.tsx';

/** Call to action with a link to /compress at the end of the landing page. */
export function ReadyCard() {
  const { t } = useTranslation('landing');
  return (
    <section aria-labelledby="ready" className="pt-(--g-section)">
      <div className="page">
        <div className="relative isolate grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-12 gap-y-6 overflow-hidden rounded-panel bg-deep p-[clamp(2rem,1.4rem+2.4vw,3.5rem)] text-on-deep-2 max-md:grid-cols-1">
          {/* On phones, the drawing is moved so that its threads meet behind the button instead of the text. */}
          <ThreadFan
            className="inset-0 size-full text-[#4fc9ac] max-md:top-auto max-md:-bottom-[5.875rem] max-md:h-75"
            width={1100}
            height={400}
            count={34}
            meetX={792}
            meetY={200}
          />
          <div>
            <h2 id="ready" className="text-title text-on-deep">
              {t('ready.title')}
            </h2>
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
