import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConsent } from '../lib/consent.ts';
import { pageSession } from '../lib/session.ts';
import { whenNear } from '../lib/when-near.ts';

type Place = 'top' | 'in-feed' | 'bottom' | 'mobile';

/**
 * Keeps the place of an advertisement, so that nothing moves when it comes. What it shows comes from the operator's
 * network in a frame of its own: once, when the slot is near, and only after the visitor has agreed.
 */
export function AdSlot({ place, className = '' }: { place: Place; className?: string }) {
  const { t } = useTranslation();
  const slot = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  const frameUrl = pageSession?.ads.frameUrl;
  const mayLoad = useConsent() === 'accepted' && frameUrl !== undefined;

  useEffect(() => {
    if (mayLoad && slot.current) return whenNear(slot.current, () => setNear(true));
  }, [mayLoad]);

  return (
    <div ref={slot} className={`ad ${className}`} data-place={place}>
      {isNear && mayLoad ? (
        <iframe
          src={frameUrl.replace('{slot}', place)}
          title={t('advertisement')}
          sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
          referrerPolicy="no-referrer"
          className="size-full border-0"
        />
      ) : (
        <span>{t('advertisement')}</span>
      )}
    </div>
  );
}
