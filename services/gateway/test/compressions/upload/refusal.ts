import { waitFor } from '@gossamer/testkit/wait';
import { expect } from 'vitest';
import { json, storedKeys, type TestGateway } from '../../gateway.ts';

/** Expects an error response with the given code and the documented body. */
export async function expectRefusal(
  response: Response,
  status: number,
  code: string,
  field?: string,
): Promise<void> {
  const body = await json(response);
  expect({ status: response.status, code: body.code, field: body.field }).toEqual({ status, code, field });
  expect(body.message).toMatch(/\w{3,}.*\.$/);
  expect(body.requestId).toBe(response.headers.get('x-request-id'));
}

/** Expects that there are no compressions and no stored objects. */
export async function expectNothingLeft(gateway: TestGateway): Promise<void> {
  await waitFor('the store to be empty', async () => (await storedKeys(gateway)).length === 0, 3_000);
  expect(await gateway.servers.sql('select id from compressions')).toEqual([]);
}
