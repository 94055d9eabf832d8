import { presetQualities } from '@gossamer/contracts/settings';
import { useTranslation } from 'react-i18next';
import { measured } from '../images.ts';

const [photo] = measured.samples;

/** Origin of the API. Prerendered pages contain a placeholder that the server replaces with its origin. */
const origin = typeof window === 'undefined' ? '%ORIGIN%' : window.location.origin;

/**
 * Shows an API request that users can copy, and an excerpt of the response with the sizes measured for a sample image.
 */
export function ApiCall() {
  const { t } = useTranslation('landing');
  return (
    <pre
      dir="ltr"
      className="self-end rounded-t-[10px] border border-b-0 border-line bg-deep px-5 py-4.5 text-[0.8125rem]/[1.75] wrap-anywhere whitespace-pre-wrap text-[#d5e0dc] max-md:p-4 max-md:text-[0.75rem] [&_i]:text-[#7fe0c8] [&_i]:not-italic [&_s]:text-[#8a9994] [&_s]:no-underline [&_u]:text-[#e5b45a] [&_u]:no-underline"
      data-testid="api-call"
    >
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
        {/* Suppress the hydration warning, because the server's origin can differ from the browser's. */}
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
