import { formatNames } from '@gossamer/contracts/formats';
import {
  type VariantFormat,
  variantDensities,
  variantFormats,
  variantWidthLimits,
} from '@gossamer/contracts/variant-settings';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../../components/ui/checkbox.tsx';
import { formatCount } from '../../../i18n/format.ts';
import { formatList } from '../../../i18n/format-list.ts';
import { useBackend } from '../device/backend.ts';
import type { SettingsForm } from './compress-settings.ts';
import { Choices } from './more-fields.tsx';
import { useSettings } from './settings-context.tsx';
import { toggled } from './toggled.ts';
import { type WebFault, webCounts, webFaultOf } from './web-form.ts';
import { WidthField } from './width-field.tsx';

/** The formats as the form lists them. Few browsers support the last one. */
const offeredFormats = ['avif', 'webp', 'jxl'] as const satisfies readonly VariantFormat[];

/** Section that makes each image in several widths and formats for a web page. */
export function WebFields() {
  const { t } = useTranslation('compress');
  const { form, setForm } = useSettings();
  const { isForWeb } = form;
  return (
    <div className="grid gap-4">
      <Checkbox
        isChecked={isForWeb}
        onChange={(isForWeb) => setForm((last) => ({ ...last, isForWeb }))}
        hint={t(isForWeb ? 'settings.variants.off' : 'settings.variants.hint')}
      >
        {t('settings.forWeb')}
      </Checkbox>
      {isForWeb && <VariantFields />}
    </div>
  );
}

/** Field whose last change was rejected, and the reason. */
type Rejection = { field: 'widths' | 'densities'; fault: WebFault };

/** Fields for widths, densities and formats. Changes that cannot be requested are rejected with a message. */
function VariantFields() {
  const { t } = useTranslation('compress');
  const { form, setForm } = useSettings();
  const [rejection, setRejection] = useState<Rejection>();
  const messageFor = (field: Rejection['field']) =>
    rejection?.field === field
      ? t(`settings.variants.${rejection.fault}`, { max: formatCount(variantWidthLimits.maxWidths) })
      : undefined;

  function change(field: Rejection['field'], part: Partial<SettingsForm>): boolean {
    const fault = webFaultOf({ ...form, ...part });
    setRejection(fault && { field, fault });
    if (!fault) setForm((last) => ({ ...last, ...part }));
    return !fault;
  }

  return (
    <>
      <Summary />
      <WidthField
        problem={messageFor('widths')}
        onChange={(webWidths) => change('widths', { webWidths })}
        onEdit={() => setRejection(undefined)}
      />
      <div className="grid gap-1.5">
        <Choices
          title={t('settings.variants.densities')}
          options={variantDensities.map((value) => ({ value, label: `${value}x` }))}
          chosen={form.webDensities}
          onToggle={(density) => {
            const webDensities = toggled(variantDensities, form.webDensities, density);
            // The last density cannot be removed.
            if (webDensities.length > 0) change('densities', { webDensities });
          }}
        />
        <p className="caption">{t('settings.variants.densitiesNote')}</p>
        <Problem text={messageFor('densities')} />
      </div>
      <div className="grid gap-1.5">
        <Choices
          title={t('settings.variants.formats')}
          options={offeredFormats.map((value) => ({ value, label: formatNames[value] }))}
          chosen={form.webFormats}
          onToggle={(format) =>
            setForm((last) => ({ ...last, webFormats: toggled(variantFormats, last.webFormats, format) }))
          }
        />
        <p className="caption">{t('settings.variants.formatsNote')}</p>
      </div>
    </>
  );
}

/** Name of the format that is always made. */
const fallbackName = `${formatNames.jpeg}/${formatNames.png}`;

/** States how many files are made, or that this device cannot make them. */
function Summary() {
  const { t } = useTranslation('compress');
  const { form } = useSettings();
  const isOnDevice = useBackend() === 'device';
  const { widths, files } = webCounts(form);
  const formats = [
    ...offeredFormats
      .filter((format) => form.webFormats.includes(format))
      .map((format) => formatNames[format]),
    fallbackName,
  ];
  const values = {
    widths: t('settings.variants.widthCount', { count: widths }),
    formats: formatList(formats),
  };
  return (
    <div role="status" className="grid gap-1 rounded-control bg-sunken px-3.5 py-3 text-small">
      <p>{t('settings.variants.summary', { count: files, ...values })}</p>
      {isOnDevice && <p className="font-medium text-danger">{t('settings.variants.cloudOnly')}</p>}
    </div>
  );
}

/** Message about a rejected change. */
function Problem({ text }: { text: string | undefined }) {
  return (
    <p role="alert" className="text-caption text-danger empty:hidden">
      {text}
    </p>
  );
}
