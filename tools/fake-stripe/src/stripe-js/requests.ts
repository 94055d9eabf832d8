export type Answer =
  | { status: 'succeeded' }
  | { status: 'requires_action'; action: { type: 'dialog' } | { type: 'redirect'; url: string } }
  | { error: { type: string; code?: string; message: string } };

/** Sends a request to the fake Stripe. If there is no response, resolves with an `api_connection_error`. */
export async function send(action: 'confirm' | 'authenticate', body: object): Promise<Answer> {
  try {
    const response = await fetch(new URL(`../${action}`, import.meta.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await response.json()) as Answer;
  } catch {
    return { error: { type: 'api_connection_error', message: 'The connection was lost. Try again.' } };
  }
}
