/** The address leads, or may lead, where strangers must not make us call. */
export class AddressNotAllowedError extends Error {
  override name = 'AddressNotAllowedError';
}

export type OutboundFault = 'timeout' | 'connection_failed' | 'tls_failed' | 'address_not_allowed';

const timeoutCodes = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
  // Of the resolver.
  'ETIMEOUT',
]);

/** What kept a call from its answer, for those who asked for it: of four kinds, with nothing of our network in it. */
export function faultOf(error: unknown): OutboundFault {
  for (const cause of causesOf(error)) {
    const fault = faultOfOne(cause);
    if (fault) return fault;
  }
  return 'connection_failed';
}

function faultOfOne(error: Error): OutboundFault | undefined {
  // The ports of other protocols that fetch refuses come without a code.
  if (error instanceof AddressNotAllowedError || error.message === 'bad port') return 'address_not_allowed';
  if (error.name === 'TimeoutError') return 'timeout';
  const code = 'code' in error ? String(error.code) : '';
  if (timeoutCodes.has(code)) return 'timeout';
  return /^(ERR_(TLS|SSL)_|CERT_|CRL_|EPROTO$|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|INVALID_CA|INVALID_PURPOSE|HOSTNAME_MISMATCH)/.test(
    code,
  )
    ? 'tls_failed'
    : undefined;
}

/** An error and what led to it; of several attempts at connecting all. */
function* causesOf(error: unknown, depth = 0): Generator<Error> {
  if (!(error instanceof Error) || depth > 8) return;
  yield error;
  if (error instanceof AggregateError) for (const one of error.errors) yield* causesOf(one, depth + 1);
  yield* causesOf(error.cause, depth + 1);
}
