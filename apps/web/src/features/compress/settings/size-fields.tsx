import type { UnreachableChoice } from '@gossamer/contracts/settings';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Segments } from '../../../components/ui/segments.tsx';
import { Select } from '../../../components/ui/select.tsx';
import { UnitInput } from '../../../components/ui/unit-input.tsx';
import { cleanKilobytesText, isSizeContradictory, type SettingsForm } from './compress-settings.ts';
import { useSettings } from './settings-context.tsx';

type SizePreset = Pick<SettingsForm, 'maxKilobytesText' | 'minKilobytesText' | 'format'>;

/** Common file size limits for US visa photos, exam registrations in India, and email attachments. */
const presets = {
  visa: { maxKilobytesText: '240', minKilobytesText: '', format: 'jpeg' },
  exam: { maxKilobytesText: '50', minKilobytesText: '20', format: 'jpeg' },
  email: { maxKilobytesText: '1000', minKilobytesText: '', format: 'same' },
} as const satisfies Record<string, SizePreset>;
type PresetName = keyof typeof presets;
const presetNames = Object.keys(presets) as PresetName[];

function presetOf(form: SettingsForm): PresetName | undefined {
  return presetNames.find((name) =>
    (Object.entries(presets[name]) as [keyof SizePreset, string][]).every(
      ([field, value]) => form[field] === value,
    ),
  );
}

const limits = [
  { field: 'maxKilobytesText', label: 'settings.size.max' },
  { field: 'minKilobytesText', label: 'settings.size.min' },
] as const;

/** Fields for a maximum and a minimum file size. */
export function SizeFields() {
  const { t } = useTranslation('compress');
  const { form, setForm } = useSettings();
  const id = useId();
  const change = (part: Partial<SettingsForm>) => setForm((last) => ({ ...last, ...part }));
  return (
    <>
      <div className="grid gap-2">
        <span id={`${id}-preset`} className="text-small font-medium text-ink">
          {t('settings.preset')}
        </span>
        <Segments
          labeledBy={`${id}-preset`}
          options={presetNames.map((value) => ({ value, label: t(`settings.size.presets.${value}`) }))}
          value={presetOf(form) ?? ''}
          onChange={(name) => change(presets[name])}
        />
      </div>
      <div className="grid gap-2.5">
        <div className="grid grid-cols-2 gap-2">
          {limits.map(({ field, label }) => (
            <UnitInput
              key={field}
              label={t(label)}
              unit={t('settings.size.unit')}
              value={form[field]}
              aria-describedby={`${id}-note`}
              aria-invalid={isSizeContradictory(form) || undefined}
              onChange={(event) => change({ [field]: cleanKilobytesText(event.target.value) })}
            />
          ))}
        </div>
        <p id={`${id}-note`} role="status" className="caption">
          {t(noteOf(form))}
        </p>
        <label htmlFor={`${id}-unreachable`} className="caption -mb-1.5">
          {t('settings.size.unreachable.title')}
        </label>
        <Select
          id={`${id}-unreachable`}
          value={form.onUnreachable}
          onChange={(event) => change({ onUnreachable: event.target.value as UnreachableChoice })}
        >
          {(['shrink', 'closest', 'fail'] as const).map((choice) => (
            <option key={choice} value={choice}>
              {t(`settings.size.unreachable.${choice}`)}
            </option>
          ))}
        </Select>
      </div>
    </>
  );
}

function noteOf(form: SettingsForm) {
  if (isSizeContradictory(form)) return 'settings.size.contradiction';
  return form.maxKilobytesText === '' ? 'settings.size.empty' : 'settings.size.note';
}
