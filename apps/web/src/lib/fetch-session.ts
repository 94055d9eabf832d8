import { type SessionUser, sessionUser } from '@gossamer/contracts/session-user';
import { getJson } from './api-client.ts';
import { ApiError } from './api-error.ts';

/** Returns the logged-in user, or null if nobody is logged in. */
export async function fetchSession(): Promise<SessionUser | null> {
  try {
    return await getJson('/api/auth/user', sessionUser);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw new Error('Network response was not ok', { cause: error });
  }
}
