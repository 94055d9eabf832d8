import { formatCompact, formatCount } from '../../../i18n/format.ts';
import { centreOf, linePath, strokesPath, ticksFor } from './chart-scale.ts';
import type { Lane } from './lanes.ts';

/** Ticks from this value on use compact notation ("10K"), because the axis has no space for all digits. */
const firstShortTick = 10_000;

type Props = { lane: Lane; values: readonly number[]; index: number; label: string; total: string };

/** Chart of one metric over the days with its own scale. Shows the value of the selected day. */
export function ChartLane({ lane, values, index, label, total }: Props) {
  const ticks = ticksFor(Math.max(...values), lane.steps);
  const top = ticks.at(-1) ?? 1;
  const value = values[index] ?? 0;
  const heightPercent = (value / top) * 100;
  const at = { insetInlineStart: `${centreOf(index, values.length)}%` };
  return (
    <div className="days-lane" data-look={lane.look}>
      <p className="flex items-baseline gap-2 text-small">
        <i aria-hidden className="days-key" />
        <span className="text-ink">{label}</span>
        <span className="caption tabular-nums">{total}</span>
        <b className="ms-auto tabular-nums">{formatCount(value)}</b>
      </p>
      <div aria-hidden className="days-plot">
        {ticks.map((tick) => (
          <span key={tick} className="days-tick" style={{ insetBlockEnd: `${(tick / top) * 100}%` }}>
            {tick < firstShortTick ? formatCount(tick) : formatCompact(tick)}
          </span>
        ))}
        <div className="days-field">
          <i className="days-cursor" style={at} />
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" role="presentation">
            <path
              d={lane.look === 'line' ? linePath(values, top) : strokesPath(values, top)}
              vectorEffect="non-scaling-stroke"
            />
          </svg>
          {lane.look === 'line' && (
            <i className="days-dot" style={{ ...at, insetBlockEnd: `${heightPercent}%` }} />
          )}
        </div>
      </div>
    </div>
  );
}
