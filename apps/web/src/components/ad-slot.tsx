import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConsent } from '../lib/consent.ts';
import { pageSession, useSession } from '../lib/session.ts';
import { whenNear } from '../lib/when-near.ts';

type Place = 'top' | 'in-feed' | 'bottom' | 'mobile';

const visibility: Record<Place, string> = {
  top: 'max-md:hidden',
  'in-feed': '',
  bottom: '',
  mobile: 'md:hidden',
};

/**
 * Ad slot that reserves its space to avoid a layout shift. Loads the advertisement once, in an iframe, when the slot is
 * near the viewport and the visitor has consented. Renders nothing if the user has Pro or declined ads, or if no ad
 * network is configured. `className` styles the space around the slot.
 */
export function AdSlot({ place, className = '' }: { place: Place; className?: string }) {
  const { t } = useTranslation();
  const slot = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  const frameUrl = pageSession?.ads.frameUrl;
  const consent = useConsent();
  // The visitor's consent is unknown while the page is prerendered. Until hydration, the server's `data-ads` attribute
  // decides whether the slot is visible.
  const isRendered = consent === undefined;
  const isPremium = useSession()?.isPremium ?? false;
  const isShown = isRendered || (frameUrl !== undefined && consent !== 'declined' && !isPremium);
  const mayLoad = isShown && consent === 'accepted';

  useEffect(() => {
    if (mayLoad && slot.current) return whenNear(slot.current, () => setNear(true));
  }, [mayLoad]);

  if (!isShown) return null;
  return (
    <div
      className={`${visibility[place]} ${isRendered ? 'without-ads:hidden' : ''} ${className}`}
      data-place={place}
    >
      <div
        ref={slot}
        data-testid="ad"
        className="grid h-22.5 place-items-center overflow-hidden rounded-card border border-line bg-[repeating-linear-gradient(90deg,transparent_0_11px,color-mix(in_srgb,var(--g-thread)_38%,transparent)_11px_12px)] text-caption text-ink-3 max-md:h-25"
      >
        {isNear && mayLoad ? (
          <iframe
            src={frameUrl?.replace('{slot}', place)}
            title={t('advertisement')}
            sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
            referrerPolicy="no-referrer"
            className="size-full border-0"
          />
        ) : (
          <span className="rounded-full bg-bg px-2.5 py-0.5">{t('advertisement')}</span>
        )}
      </div>
    </div>
  );
}
