/** Thrown if a URL points, or may point, to an address that users must not access through the service. */
export class AddressNotAllowedError extends Error {
  override name = 'AddressNotAllowedError';
}

export type OutboundFault = 'timeout' | 'connection_failed' | 'tls_failed' | 'address_not_allowed';

const timeoutCodes = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
  // The c-ares DNS resolver reports timeouts with this code.
  'ETIMEOUT',
]);

/** Returns the category of a failed request. The four categories reveal nothing about the internal network. */
export function faultOf(error: unknown): OutboundFault {
  for (const cause of causesOf(error)) {
    const fault = faultOfOne(cause);
    if (fault) return fault;
  }
  return 'connection_failed';
}

function faultOfOne(error: Error): OutboundFault | undefined {
  // `fetch` rejects ports of other protocols with the message "bad port" and no error code.
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

/** Yields an error and its causes recursively, including the errors of all connection attempts. */
function* causesOf(error: unknown, depth = 0): Generator<Error> {
  if (!(error instanceof Error) || depth > 8) return;
  yield error;
  if (error instanceof AggregateError) for (const one of error.errors) yield* causesOf(one, depth + 1);
  yield* causesOf(error.cause, depth + 1);
}
