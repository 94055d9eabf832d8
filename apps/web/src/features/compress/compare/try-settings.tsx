import { encodedFormats, formatNames, type OutputFormat } from '@gossamer/contracts/formats';
import { freeTries } from '@gossamer/contracts/limits';
import { type CompressionSettings, maxQuality, minQuality, qualityStep } from '@gossamer/contracts/settings';
import { LoaderCircle } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/ui/button.tsx';
import { RangeSlider } from '../../../components/ui/range-slider.tsx';
import { Segments } from '../../../components/ui/segments.tsx';
import { failureText } from '../../../i18n/failure-text.ts';
import { formatBytes, formatReduction } from '../../../i18n/format.ts';
import { savedPercent } from '../../../lib/saved-percent.ts';
import type { EarlierResult } from '../uploads/upload-state.ts';
import type { Trial } from './use-trial.ts';

/** Milliseconds after the last movement of the slider until the image is compressed again. */
const settleMs = 600;

type Props = {
  trial: Trial;
  /** Whether the buttons to keep or discard a new result are shown. False if they are shown elsewhere. */
  canDecide: boolean;
};

/**
 * Fields to compress the displayed image with other settings, and buttons to keep the new result or restore the last
 * one.
 */
export function TrySettings({ trial, canDecide }: Props) {
  const { t } = useTranslation(['compare', 'compress']);
  const { item, settings, before, isRunning, problem } = trial;
  const id = useId();
  const [quality, setQuality] = useQuality(trial);
  const { encoding } = item.step.result.report ?? {};
  // Explain a lossless result in a note, because the quality slider suggests that every result is lossy.
  const isExact = encoding?.endsWith(' lossless');
  return (
    <div className="grid gap-3 border-t border-line pt-3" data-testid="try-settings">
      <div className="grid gap-1.5">
        <div className="flex items-baseline justify-between gap-4">
          <label htmlFor={id} className="font-medium text-ink">
            {t('compress:settings.quality')}
          </label>
          <output htmlFor={id} className="inline-flex items-center gap-2 tabular-nums">
            {isRunning && (
              <LoaderCircle aria-label={t('try.running')} size={15} className="animate-spin text-accent" />
            )}
            {quality}
          </output>
        </div>
        <RangeSlider
          id={id}
          value={quality}
          min={minQuality}
          max={maxQuality}
          step={qualityStep}
          onChange={setQuality}
        />
      </div>
      {!settings.variants && <FormatChoice trial={trial} quality={quality} />}
      {problem && (
        <p role="alert" className="text-danger">
          {failureText(problem)}
        </p>
      )}
      {before && !isRunning && !problem ? (
        <NewResult trial={trial} before={before} canDecide={canDecide} />
      ) : (
        <p className="caption">
          {isExact && `${t('try.lossless')} `}
          {t('try.note', { tries: freeTries })}
        </p>
      )}
    </div>
  );
}

/** Field to compress the image again in another format. */
function FormatChoice({ trial, quality }: { trial: Trial; quality: number }) {
  const { t } = useTranslation('compress');
  const { settings, before } = trial;
  const id = useId();
  // Offer "Modern browsers" or "Same as input" in place of "Auto" if the current settings or those of the last accepted
  // result have this format.
  const used = [settings.format, before?.settings?.format];
  const general = (['modern', 'same'] as const).find((format) => used.includes(format)) ?? 'auto';
  const formats: OutputFormat[] = [general, ...encodedFormats];
  return (
    <>
      <span id={id} className="sr-only">
        {t('settings.format')}
      </span>
      <Segments
        labeledBy={id}
        options={formats.map((value) => ({
          value,
          label:
            value === 'auto' || value === 'modern' || value === 'same'
              ? t(`settings.formats.${value}`)
              : formatNames[value],
        }))}
        value={settings.format}
        onChange={(format) => trial.run({ ...settings, quality, format, formats: undefined })}
      />
    </>
  );
}

/** Shows how the size has changed, and the buttons to keep the new result or to restore the last one. */
function NewResult({ trial, before, canDecide }: Props & { before: EarlierResult }) {
  const { t } = useTranslation('compare');
  const [from, to] = [before.result.compressedSize, trial.item.step.result.compressedSize];
  const isLarger = to > from;
  return (
    <div className="grid gap-2.5">
      <p role="status" className="tabular-nums">
        {t('try.change', { from: formatBytes(from), to: formatBytes(to), change: changeOf(from, to) })}
      </p>
      {canDecide && (
        <div className="flex flex-wrap gap-2">
          <Button size="small" variant={isLarger ? 'secondary' : 'primary'} onClick={trial.keep}>
            {t('try.keep')}
          </Button>
          <Button size="small" variant={isLarger ? 'primary' : 'secondary'} onClick={trial.discard}>
            {t('try.discard')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Formats the change from one size to another, such as "-20%" or "+12 KB". */
function changeOf(fromBytes: number, toBytes: number): string {
  return toBytes <= fromBytes
    ? formatReduction(savedPercent(fromBytes, toBytes))
    : `+${formatBytes(toBytes - fromBytes)}`;
}

/** Returns the settings with the given quality and without file size limits. */
export function withQuality(settings: CompressionSettings, quality: number): CompressionSettings {
  const { maxBytes, minBytes, onUnreachable, ...others } = settings;
  return { ...others, quality };
}

/** Returns the quality on the slider and its setter. Compresses the image again once the slider has stopped moving. */
function useQuality({ settings, isRunning, run }: Trial) {
  const [quality, setQuality] = useState(settings.quality);
  const commit = useEffectEvent(() => {
    // The user can move the slider while a try is running. The effect below runs again when the try has ended.
    if (!isRunning && quality !== settings.quality) run(withQuality(settings, quality));
  });
  useEffect(() => setQuality(settings.quality), [settings.quality]);
  useEffect(() => {
    const timer = setTimeout(commit, settleMs, [quality, isRunning]);
    return () => clearTimeout(timer);
  }, [quality, isRunning]);
  return [quality, setQuality] as const;
}
