/** A measured value with the limit that it must meet. */
export interface Measure {
  what: string;
  limit: string;
  measured: string;
  isKept: boolean;
}

type Show = (value: number) => string;

/** Formats a duration in milliseconds as seconds. */
export const inSeconds: Show = (ms) => `${(ms / 1_000).toFixed(1)} s`;
export const inPercent: Show = (share) => `${Math.round(share * 100)} %`;

export function atMost(what: string, measured: number, limit: number, show: Show = String): Measure {
  return { what, limit: `<= ${show(limit)}`, measured: show(measured), isKept: measured <= limit };
}

export function atLeast(what: string, measured: number, limit: number, show: Show = String): Measure {
  return { what, limit: `>= ${show(limit)}`, measured: show(measured), isKept: measured >= limit };
}

export function exactly(what: string, measured: number | string, limit: number | string): Measure {
  return { what, limit: String(limit), measured: String(measured), isKept: measured === limit };
}
