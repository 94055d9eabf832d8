import { presetQualities } from '@gossamer/contracts/settings';
import { useTranslation } from 'react-i18next';
import { measured } from '../images.ts';

const [photo] = measured.samples;

/** Origin of the API. In prerendered pages it is a placeholder, which the server replaces by its own origin. */
const origin = typeof window === 'undefined' ? '%ORIGIN%' : window.location.origin;

/** Shows an API call that can be copied and run, and a part of its response with the figures of the first sample. */
export function ApiCall() {
  const { t } = useTranslation('landing');
  return (
    <pre dir="ltr" className="feature-art feature-panel code-sample" data-testid="api-call">
      <code>
        <s># {t('features.api.comment')}</s>
        {'\ncurl '}
        <i>-H</i>
        {' "Authorization: Bearer $GOSSAMER_KEY" \\\n  '}
        <i>-F</i>
        {` image=@${photo?.name} \\\n  `}
        <i>-F</i>
        {` quality=${presetQualities.high} `}
        <i>-F</i>
        {' wait=30 \\\n  '}
        {/* Keeps the server's origin, which may differ from that of the browser. */}
        <span suppressHydrationWarning>{origin}</span>
        <wbr />
        {'/api/v1/compressions\n\n{ '}
        <u>"status"</u>
        {': "completed",\n  '}
        <u>"result"</u>
        {': { '}
        <u>"sizeBytes"</u>
        {`: ${photo?.resultBytes}, `}
        <u>"savedPercent"</u>
        {`: ${photo?.savedPercent}, … }, … }`}
      </code>
    </pre>
  );
}
