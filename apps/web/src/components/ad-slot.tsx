import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConsent } from '../lib/consent.ts';
import { pageSession, useSession } from '../lib/session.ts';
import { whenNear } from '../lib/when-near.ts';

type Place = 'top' | 'in-feed' | 'bottom' | 'mobile';

/**
 * Reserves the space of an advertisement, so that nothing moves when it arrives, and loads it in a frame of its own: once,
 * when the slot is near, and only after the visitor has agreed. Draws nothing for Pro members, after a refusal, and where
 * the operator has no ad network. `className` is the space around the slot, which goes with it.
 */
export function AdSlot({ place, className = '' }: { place: Place; className?: string }) {
  const { t } = useTranslation();
  const slot = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  const frameUrl = pageSession?.ads.frameUrl;
  const consent = useConsent();
  // The page as it was rendered knows none of this yet. Until then the server's `data-ads` decides (`shell.css`).
  const isRendered = consent === undefined;
  const isPremium = useSession()?.isPremium ?? false;
  const isShown = isRendered || (frameUrl !== undefined && consent !== 'declined' && !isPremium);
  const mayLoad = isShown && consent === 'accepted';

  useEffect(() => {
    if (mayLoad && slot.current) return whenNear(slot.current, () => setNear(true));
  }, [mayLoad]);

  if (!isShown) return null;
  return (
    <div className={`ad-place ${className}`} data-place={place} data-rendered={isRendered || undefined}>
      <div ref={slot} className="ad">
        {isNear && mayLoad ? (
          <iframe
            src={frameUrl?.replace('{slot}', place)}
            title={t('advertisement')}
            sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
            referrerPolicy="no-referrer"
            className="size-full border-0"
          />
        ) : (
          <span>{t('advertisement')}</span>
        )}
      </div>
    </div>
  );
}
