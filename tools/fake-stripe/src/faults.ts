/** Fault to inject into an API call. */
export type Fault =
  /** The call fails with the given status. With `afterEffect`, the call is executed but its response is lost. */
  | { status: 402 | 409 | 429 | 500; afterEffect?: boolean }
  | { delayMs: number }
  /** The connection is closed before the call is executed (`drop`) or before its response is sent. */
  | 'drop'
  | 'drop-after-effect';

export type FaultRule = (call: { method: string; path: string }) => Fault | undefined;

const bodies = {
  402: { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' },
  409: {
    type: 'invalid_request_error',
    code: 'lock_timeout',
    message: 'This object cannot be accessed right now because another request is accessing it.',
  },
  429: {
    type: 'invalid_request_error',
    code: 'rate_limit',
    message: 'Too many requests hit the API too quickly.',
  },
  500: { type: 'api_error', message: 'An unknown error occurred.' },
} as const;

export const faultAnswer = (status: keyof typeof bodies) => ({ status, body: { error: bodies[status] } });

/** Returns whether the fault prevents the API call from being executed. */
export function preventsEffect(fault: Fault | undefined): boolean {
  if (typeof fault !== 'object') return fault === 'drop';
  return 'status' in fault && fault.afterEffect !== true;
}
