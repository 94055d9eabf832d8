/** Returns an HTTP response with a JSON-RPC error, for requests that do not reach the protocol. */
export function jsonRpcError(
  status: number,
  message: string,
  { code = -32_000, headers = {} }: { code?: number; headers?: Record<string, string> } = {},
): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status, headers });
}
