import { type PageSession, pageSessionId } from '@gossamer/contracts/session';
import type { SessionUser } from '@gossamer/contracts/session-user';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';

const nobody: PageSession = { user: null, ads: {}, payments: null };

/** Returns what the server wrote into the page, or undefined if it wrote nothing, like Vite's dev server. */
function readBlock(): PageSession | undefined {
  // Pages are prerendered for visitors who are not logged in.
  if (typeof document === 'undefined') return nobody;
  const text = document.getElementById(pageSessionId)?.textContent;
  return text ? (JSON.parse(text) as PageSession) : undefined;
}

export const pageSession = readBlock();

const sessionQuery = queryOptions<SessionUser | null>({
  queryKey: ['/api/auth/user'],
  queryFn: async () => (await import('./fetch-session.ts')).fetchSession(),
  // Otherwise every component mounted after a failure would refetch, during which the page shows only a spinner.
  retryOnMount: false,
  ...(pageSession && { initialData: pageSession.user }),
});

/** Updates the cached session with a user that a request has returned, without a refetch. */
export function rememberSession(queryClient: QueryClient, user: SessionUser): void {
  queryClient.setQueryData(sessionQuery.queryKey, user);
}

/** Returns the logged-in user, null if there is none, or undefined while the session is loading. */
export function useSession(): SessionUser | null | undefined {
  const { data, isError } = useQuery(sessionQuery);
  return isError ? null : data;
}
