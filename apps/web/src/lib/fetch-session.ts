import { type SessionUser, sessionUser } from '@gossamer/contracts/session-user';
import { getJson } from './api-client.ts';
import { ApiError } from './api-error.ts';

/** The logged-in user, or null for nobody. */
export async function fetchSession(): Promise<SessionUser | null> {
  try {
    return await getJson('/api/auth/user', sessionUser);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw new Error('Network response was not ok', { cause: error });
  }
}
