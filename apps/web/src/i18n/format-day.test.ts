import { beforeAll, expect, it } from 'vitest';
import { formatDay, formatDayOfYear } from './format-day.ts';
import { startI18n } from './i18n.ts';

beforeAll(() => startI18n());

it.each(['2025-11-20', '2025-11-20T00:00:00.000Z', '2025-11-20T23:59:59.999Z'])(
  'formats the UTC day of %s regardless of the local time zone',
  (day) => {
    expect(formatDay(day)).toBe('Nov 20, 2025');
    expect(formatDayOfYear(day)).toBe('Nov 20');
  },
);
