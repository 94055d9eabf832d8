import { formatCount } from '../../../i18n/format.ts';
import { formatCompact } from '../../../i18n/format-compact.ts';
import { centerOf, linePath, strokesPath, ticksFor } from './chart-scale.ts';
import type { Lane } from './lanes.ts';

/** Smallest axis tick that uses compact notation, such as "10K". The axis has no space for more digits. */
const firstShortTick = 10_000;

/** Class names of a chart's box, legend, plot and line. */
const looks = {
  line: {
    lane: 'flex flex-1 flex-col',
    key: 'h-0.5 w-3.5 bg-line-strong',
    plot: 'min-h-34',
    path: 'stroke-line-strong stroke-[1.5]',
  },
  strokes: {
    lane: '',
    key: 'me-2.75 h-3 w-0.75 rounded-[3px] bg-line-strong',
    plot: 'min-h-13',
    path: 'stroke-line-strong stroke-3',
  },
  accent: {
    lane: '',
    key: 'me-2.75 h-3 w-0.75 rounded-[3px] bg-accent',
    plot: 'min-h-13',
    path: 'stroke-accent stroke-3',
  },
};

type Props = { lane: Lane; values: readonly number[]; index: number; label: string; total: string };

/** Chart of one metric per day, with its own scale. Shows the value of the selected day. */
export function ChartLane({ lane, values, index, label, total }: Props) {
  const look = looks[lane.look];
  const ticks = ticksFor(Math.max(...values), lane.steps);
  const top = ticks.at(-1) ?? 1;
  const value = values[index] ?? 0;
  const heightPercent = (value / top) * 100;
  const at = { insetInlineStart: `${centerOf(index, values.length)}%` };
  return (
    <div className={look.lane}>
      <p className="flex items-baseline gap-2 text-small">
        <i aria-hidden className={`flex-none self-center ${look.key}`} />
        <span className="text-ink">{label}</span>
        <span className="caption tabular-nums">{total}</span>
        <b className="ms-auto tabular-nums">{formatCount(value)}</b>
      </p>
      <div aria-hidden className={`relative mt-3.5 flex-1 ${look.plot}`}>
        {ticks.map((tick) => (
          <span
            key={tick}
            className="absolute inset-x-0 h-0 text-caption/[0] whitespace-nowrap text-ink-3 tabular-nums after:absolute after:start-(--axis) after:end-0 after:top-0 after:border-t after:border-line"
            style={{ insetBlockEnd: `${(tick / top) * 100}%` }}
          >
            {tick < firstShortTick ? formatCount(tick) : formatCompact(tick)}
          </span>
        ))}
        <div className="absolute inset-y-0 start-(--axis) end-0">
          <i className="absolute -inset-y-1 -ms-[0.5px] w-px bg-thread" style={at} />
          <svg
            viewBox="0 0 100 100"
            preserveAspectRatio="none"
            role="presentation"
            className={`absolute inset-0 size-full overflow-visible fill-none [stroke-linejoin:round] rtl:-scale-x-100 ${look.path}`}
          >
            <path
              d={lane.look === 'line' ? linePath(values, top) : strokesPath(values, top)}
              vectorEffect="non-scaling-stroke"
            />
          </svg>
          {lane.look === 'line' && (
            <i
              className="absolute -ms-[4.5px] -mb-[4.5px] size-[9px] rounded-full border-[1.5px] border-line-strong bg-surface"
              style={{ ...at, insetBlockEnd: `${heightPercent}%` }}
            />
          )}
        </div>
      </div>
    </div>
  );
}
