import { presetQualities } from '@gossamer/contracts/settings';
import { useTranslation } from 'react-i18next';
import { marketingClaims } from '../../../marketing-claims.ts';
import { measured } from '../pictures.ts';

const [photo] = measured.samples;

/** A call and its answer, with the figures of the first sample. */
export function ApiCall() {
  const { t } = useTranslation('landing');
  return (
    <pre dir="ltr" className="feature-art feature-panel code-sample">
      <code>
        <s># {t('features.api.comment')}</s>
        {'\ncurl '}
        <i>-u</i>
        {' api:$GOSSAMER_KEY \\\n  '}
        <i>-F</i>
        {` image=@${photo?.name} \\\n  `}
        <i>-F</i>
        {' format=auto '}
        <i>-F</i>
        {` quality=${presetQualities.high} \\\n  ${marketingClaims.apiOrigin}`}
        <wbr />
        {'/api/v1/compress\n\n{ '}
        <u>"compressedSize"</u>
        {`: ${photo?.resultBytes},\n  `}
        <u>"compressionRatio"</u>
        {`: ${photo?.savedPercent} }`}
      </code>
    </pre>
  );
}
