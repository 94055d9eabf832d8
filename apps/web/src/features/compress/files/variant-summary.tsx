import type { WebVariantGroup } from '@gossamer/contracts/compressions';
import type { CompressionSettings } from '@gossamer/contracts/settings';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyCodeDialog } from '../../../components/copy-code/lazy-dialog.ts';
import { formatBytes } from '../../../i18n/format.ts';

type Props = {
  name: string;
  group: WebVariantGroup;
  settings: CompressionSettings | undefined;
  isOpen: boolean;
  /** Id of the element with the list of files. */
  controls: string;
  onToggle: () => void;
};

/** Number and total size of the variants of an image, with buttons that list them and that open the markup. */
export function VariantSummary(props: Props) {
  const { name, group, settings, isOpen, controls, onToggle } = props;
  const { t } = useTranslation('compress');
  const [isCopying, setCopying] = useState(false);
  const { files } = group;
  const totalBytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  // Few digits, because on phones there is little space.
  const size = formatBytes(totalBytes, totalBytes < 1024 ** 2 ? 0 : 1);
  return (
    <div className="flex flex-wrap items-center gap-x-3.5 gap-y-0.5 text-caption">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={controls}
        // Place the buttons above the one that covers the row on phones.
        className="link relative z-1 inline-flex cursor-pointer items-center gap-1 rounded-sm tabular-nums pointer-coarse:min-h-8"
        onClick={onToggle}
      >
        {t('variants.total', { count: files.length, size })}
        <ChevronDown aria-hidden size={14} className={isOpen ? 'rotate-180' : ''} />
      </button>
      <button
        type="button"
        aria-haspopup="dialog"
        title={t('variants.copyCodeOf', { name })}
        className="link relative z-1 cursor-pointer rounded-sm pointer-coarse:min-h-8"
        onPointerEnter={() => void CopyCodeDialog.preload()}
        onFocus={() => void CopyCodeDialog.preload()}
        onClick={() => setCopying(true)}
      >
        {t('variants.copyCode')}
      </button>
      {isCopying && (
        <CopyCodeDialog name={name} group={group} settings={settings} onClose={() => setCopying(false)} />
      )}
    </div>
  );
}
