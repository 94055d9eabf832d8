import { formatNames, type InputFormat } from '@gossamer/contracts/formats';
import { defaultSettings } from '@gossamer/contracts/settings';
import { useTranslation } from 'react-i18next';
import { FactsList } from '../../components/facts-list.tsx';
import { formatBytes, formatCount, formatPercent, formatReduction, isolate } from '../../i18n/format.ts';
import type { Recipe } from '../../lib/recipes.ts';
import examples from './examples.json';

type Side = { format: string; sizeBytes: number; widthPx: number; heightPx: number };
const byPath: Readonly<Record<string, { from: Side; to: Side } | undefined>> = examples;
const names: Record<string, string> = { ...formatNames, heic: 'HEIC' } satisfies Record<InputFormat, string>;

/** Shows what the recipe did to one of our sample images. Renders nothing for recipes without an example. */
export function RecipeExample({ recipe: { path, kind } }: { recipe: Recipe }) {
  const { t } = useTranslation('recipes');
  const example = byPath[path];
  if (!example) return null;
  const { from, to } = example;
  const facts = {
    before: fileOf(from),
    after: fileOf(to),
    change: changeOf(from.sizeBytes, to.sizeBytes),
    dimensions:
      from.widthPx === to.widthPx
        ? pixelsOf(from)
        : t('example.fromTo', { from: pixelsOf(from), to: pixelsOf(to) }),
  };
  return (
    <section aria-labelledby="example" className="page pt-(--g-section)">
      <h2 id="example">{t('example.title')}</h2>
      <p className="mt-3 mb-7">
        {kind === 'size'
          ? t('example.sizeText')
          : t('example.text', { quality: formatCount(defaultSettings.quality) })}
      </p>
      <FactsList
        facts={(Object.keys(facts) as (keyof typeof facts)[]).map((fact) => ({
          label: t(`example.${fact}`),
          value: facts[fact],
        }))}
      />
    </section>
  );
}

const fileOf = ({ format, sizeBytes }: Side) => `${names[format]} · ${formatBytes(sizeBytes, 1)}`;

const pixelsOf = ({ widthPx, heightPx }: Side) =>
  isolate(`${formatCount(widthPx)} × ${formatCount(heightPx)}`);

function changeOf(fromBytes: number, toBytes: number): string {
  const percent = (toBytes / fromBytes - 1) * 100;
  return percent > 0 ? isolate(`+${formatPercent(percent)}`) : formatReduction(-percent);
}
