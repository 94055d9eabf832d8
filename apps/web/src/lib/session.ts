import { type PageSession, pageSessionId } from '@gossamer/contracts/session';
import type { SessionUser } from '@gossamer/contracts/session-user';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';

const nobody: PageSession = { user: null, ads: {}, claims: {}, payments: null };

/**
 * Returns the session embedded in the page by the server, or undefined if there is none, such as on Vite's dev server.
 */
function readBlock(): PageSession | undefined {
  // During prerendering, return the session of a visitor, because pages are prerendered for visitors.
  if (typeof document === 'undefined') return nobody;
  const text = document.getElementById(pageSessionId)?.textContent;
  return text ? (JSON.parse(text) as PageSession) : undefined;
}

export const pageSession = readBlock();

const sessionQuery = queryOptions<SessionUser | null>({
  queryKey: ['/api/auth/user'],
  queryFn: async () => (await import('./fetch-session.ts')).fetchSession(),
  // Do not retry on mount. Otherwise, each component mounted after a failure would refetch the session, and the page
  // would show only a spinner during the request.
  retryOnMount: false,
  ...(pageSession && { initialData: pageSession.user }),
});

/** Replaces the user in the cached session without a refetch. */
export function rememberSession(queryClient: QueryClient, user: SessionUser): void {
  queryClient.setQueryData(sessionQuery.queryKey, user);
}

/** Returns the logged-in user, null if nobody is logged in, or undefined while the session is loading. */
export function useSession(): SessionUser | null | undefined {
  const { data, isError } = useQuery(sessionQuery);
  return isError ? null : data;
}
