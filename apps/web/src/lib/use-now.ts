import { useEffect, useState } from 'react';

/**
 * Returns the current time in Unix milliseconds, updated every `intervalMs`. Must not be used in prerendered content.
 */
export function useNow(intervalMs = 30_000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs]);
  return now;
}
