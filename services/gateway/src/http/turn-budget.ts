/** Returns a promise that resolves once the current or a later turn of the event loop has capacity. */
export type TurnBudget = () => Promise<void>;

/**
 * Limits the number of requests started, or of upload chunks processed, per turn of the event loop. Waiting calls are
 * served in order of arrival. Without a limit, one turn serves every ready socket: with a thousand uploads, a thousand
 * chunks would be parsed, hashed and written before any other request is served. Idle senders do not delay others, and
 * data is not read from waiting sockets.
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
