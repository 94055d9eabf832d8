import type { CompressionSettings } from '@gossamer/contracts/settings';
import { toMarkup, type VariantMarkup } from '@gossamer/contracts/variant-markup';
import type { VariantGroup } from '@gossamer/contracts/variants';
import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type ComponentProps, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { maxDensityOf } from '../../lib/archive-group.ts';
import { storedText } from '../../lib/stored-text.ts';
import { buttonStyle } from '../ui/button.tsx';
import { dialogStyle, scrimStyle } from '../ui/dialog-parts.tsx';
import { Segments } from '../ui/segments.tsx';
import { useReturnFocus } from '../ui/use-return-focus.ts';
import { CodeBox } from './code-box.tsx';

type Props = {
  /** File name of the original. */
  name: string;
  group: VariantGroup;
  /** Settings with which the image was compressed, if they are known. */
  settings: CompressionSettings | undefined;
  onClose: () => void;
};

/** Names of the kinds of markup. They are proper names, which are not translated. */
const kinds = [
  { value: 'html', label: 'HTML' },
  { value: 'markdown', label: 'Markdown' },
  { value: 'nextJs', label: 'Next.js' },
  { value: 'css', label: 'CSS' },
] as const satisfies { value: keyof VariantMarkup; label: string }[];

/** The last used folder and the last used kind of markup, which usually are the same for all images of a website. */
const lastFolder = storedText('gossamer.code.folder');
const lastKind = storedText('gossamer.code.kind');

/** Dialog with the markup that shows the variants of an image in a web page. */
export function CopyCodeDialog({ name, group, settings, onClose }: Props) {
  const { t } = useTranslation(['compress', 'common']);
  const id = useId();
  const returnFocus = useReturnFocus();
  const folder = lastFolder.use() ?? '';
  const [kind] = kinds.filter(({ value }) => value === lastKind.use());
  const { value: shown } = kind ?? kinds[0];
  const [alt, setAlt] = useState('');
  const [sizes, setSizes] = useState('');
  const markup = toMarkup(group, {
    originalFilename: name,
    baseUrl: folder,
    maxDensity: maxDensityOf(settings),
    alt,
    ...(sizes.trim() !== '' && { sizes: sizes.trim() }),
  });
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className={scrimStyle} />
        <Dialog.Content
          aria-describedby={undefined}
          className={`max-w-176 grid-cols-1 ${dialogStyle}`}
          {...returnFocus}
        >
          <header className="flex items-start gap-3">
            <Dialog.Title className="card-title min-w-0 grow wrap-anywhere text-ink">
              {t('variants.code.title', { name })}
            </Dialog.Title>
            <Dialog.Close
              aria-label={t('common:close')}
              className={buttonStyle({ variant: 'quiet', size: 'icon', className: '-me-2 -mt-1.5 shrink-0' })}
            >
              <X aria-hidden size={20} />
            </Dialog.Close>
          </header>
          <div className="mt-1 grid gap-4">
            <div className="grid gap-4 md:grid-cols-2">
              <Field
                label={t('variants.code.folder')}
                note={t('variants.code.folderNote')}
                dir="ltr"
                placeholder="/images/"
                value={folder}
                onChange={({ target }) => lastFolder.write(target.value)}
              />
              <Field
                label={t('variants.code.sizes')}
                note={t('variants.code.sizesNote')}
                dir="ltr"
                placeholder="(min-width: 800px) 50vw, 100vw"
                value={sizes}
                onChange={({ target }) => setSizes(target.value)}
              />
            </div>
            <Field
              label={t('variants.code.alt')}
              note={t('variants.code.altNote')}
              dir="auto"
              value={alt}
              onChange={({ target }) => setAlt(target.value)}
            />
            <div className="grid gap-2.5">
              <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2.5">
                <span id={`${id}-kind`} className="sr-only">
                  {t('variants.code.kind')}
                </span>
                <Segments
                  labeledBy={`${id}-kind`}
                  options={kinds}
                  value={shown}
                  onChange={(value) => lastKind.write(value)}
                />
                <Placeholder group={group} />
              </div>
              <CodeBox text={markup[shown]} />
            </div>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

type FieldProps = ComponentProps<'input'> & { label: string; note: string };

function Field({ label, note, ...rest }: FieldProps) {
  const id = useId();
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="text-small font-medium text-ink">
        {label}
      </label>
      <input
        id={id}
        type="text"
        autoComplete="off"
        spellCheck={false}
        className="input"
        aria-describedby={`${id}-note`}
        {...rest}
      />
      <p id={`${id}-note`} className="caption">
        {note}
      </p>
    </div>
  );
}

/** Shows the blurred image that the page displays until the image is loaded. */
function Placeholder({ group: { placeholderUrl, files } }: { group: VariantGroup }) {
  const { t } = useTranslation('compress');
  const [file] = files;
  return (
    <figure className="flex items-center gap-2.5">
      <figcaption className="caption">{t('variants.code.placeholder')}</figcaption>
      <img
        src={placeholderUrl}
        alt=""
        width={file?.widthPx}
        height={file?.heightPx}
        className="h-10 w-auto max-w-20 rounded-[6px] object-cover"
      />
    </figure>
  );
}
