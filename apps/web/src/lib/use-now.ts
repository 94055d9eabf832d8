import { useEffect, useState } from 'react';

/** Returns the current Unix time in milliseconds, updated at each interval. Must not be used in prerendered content. */
export function useNow(intervalMs = 30_000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs]);
  return now;
}
