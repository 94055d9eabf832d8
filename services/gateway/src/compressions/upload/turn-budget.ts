/** Waits until one more may pass. */
export type TurnBudget = () => Promise<void>;

/**
 * Lets so many requests begin, or pieces of all uploads together pass, in each turn of the event loop, first come first
 * served. A turn serves every socket that is ready: with a thousand uploads that would be a thousand pieces parsed,
 * hashed and written before anybody else is answered. Whoever sends nothing holds nobody up, and those who wait are not
 * read from.
 */
export function createTurnBudget(perTurn: number): TurnBudget {
  const waiting: (() => void)[] = [];
  let left = perTurn;
  let isRefilling = false;
  const refill = () => {
    left = perTurn;
    isRefilling = false;
    while (left > 0 && waiting.length > 0) {
      left -= 1;
      waiting.shift()?.();
    }
    if (left < perTurn) refillLater();
  };
  const refillLater = () => {
    if (isRefilling) return;
    isRefilling = true;
    setImmediate(refill);
  };
  return async () => {
    refillLater();
    if (left > 0 && waiting.length === 0) {
      left -= 1;
      return;
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  };
}
