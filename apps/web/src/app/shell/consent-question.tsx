import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Button } from '../../components/ui/button.tsx';
import { IconButton } from '../../components/ui/icon-button.tsx';
import { giveConsent } from '../../lib/consent.ts';
import { usePageMark } from '../../lib/use-page-mark.ts';
import { paths } from '../paths.ts';

/**
 * Asks for cookie consent. The accept and decline buttons are equally prominent, and closing the banner counts as
 * declining.
 */
export function ConsentQuestion() {
  const { t } = useTranslation();
  usePageMark('consent');
  return (
    <section
      aria-labelledby="consent-title"
      className="fixed start-5 bottom-5 z-30 grid w-[min(26rem,calc(100vw-2rem))] animate-rise gap-3 rounded-[14px] bg-raised px-5 pt-4 pb-4.5 text-small shadow-pop max-md:gap-2.5 max-md:px-4 max-md:pt-3 max-md:pb-4 max-md:inset-x-4 max-md:bottom-4 max-md:w-auto max-md:with-action-bar:bottom-30 wide:beside-form:start-[calc(50%+1.25rem)]"
    >
      <div className="flex items-start justify-between gap-4">
        <h2 id="consent-title" className="text-body font-strong tracking-normal">
          {t('consent.title')}
        </h2>
        <IconButton
          label={t('consent.close')}
          className="-my-2 -me-2"
          onClick={() => giveConsent('declined')}
        >
          <X aria-hidden size={18} />
        </IconButton>
      </div>
      <p>
        {t('consent.text')}{' '}
        <Link to={paths.privacy} className="link">
          {t('consent.more')}
        </Link>
      </p>
      <div className="flex flex-wrap gap-2 *:flex-1">
        <Button onClick={() => giveConsent('declined')}>{t('consent.decline')}</Button>
        <Button onClick={() => giveConsent('accepted')}>{t('consent.accept')}</Button>
      </div>
    </section>
  );
}
