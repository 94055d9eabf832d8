import type { EncodedFormat, InputFormat } from '@gossamer/contracts/formats';
import { defaultSettings } from '@gossamer/contracts/settings';
import { useTranslation } from 'react-i18next';
import { FactsList } from '../../components/facts-list.tsx';
import { SectionHead } from '../../components/section-head.tsx';
import { formatBytes, formatCount, formatPercent, formatReduction, isolate } from '../../i18n/format.ts';
import type { Recipe } from '../../lib/recipes.ts';
import examples from './examples.json';

type Side = { format: InputFormat | EncodedFormat; sizeBytes: number; widthPx: number; heightPx: number };
const byPath = examples as Readonly<Record<string, { from: Side; to: Side }>>;

/**
 * Shows a sample image before and after it was compressed with the settings of the recipe. Renders nothing for recipes
 * without an example.
 */
export function RecipeExample({ recipe: { path, kind } }: { recipe: Recipe }) {
  const { t } = useTranslation(['recipes', 'compress']);
  const example = byPath[path];
  if (!example) return null;
  const { from, to } = example;
  const fileOf = ({ format, sizeBytes }: Side) =>
    `${t(`compress:settings.formats.${format}`)} · ${formatBytes(sizeBytes, 1)}`;
  const facts = {
    before: fileOf(from),
    after: fileOf(to),
    change: changeOf(from.sizeBytes, to.sizeBytes),
    dimensions:
      from.widthPx === to.widthPx
        ? pixelsOf(from)
        : t('recipes:example.fromTo', { from: pixelsOf(from), to: pixelsOf(to) }),
  };
  return (
    <section aria-labelledby="example" className="page pt-(--g-section)">
      <SectionHead
        id="example"
        title={t('recipes:example.title')}
        text={
          kind === 'size'
            ? t('recipes:example.sizeText')
            : t('recipes:example.text', { quality: formatCount(defaultSettings.quality) })
        }
      />
      <FactsList
        facts={(Object.keys(facts) as (keyof typeof facts)[]).map((fact) => ({
          label: t(`recipes:example.${fact}`),
          value: facts[fact],
        }))}
      />
    </section>
  );
}

const pixelsOf = ({ widthPx, heightPx }: Side) =>
  isolate(`${formatCount(widthPx)} × ${formatCount(heightPx)}`);

function changeOf(fromBytes: number, toBytes: number): string {
  const percent = (toBytes / fromBytes - 1) * 100;
  return percent > 0 ? isolate(`+${formatPercent(percent)}`) : formatReduction(-percent);
}
