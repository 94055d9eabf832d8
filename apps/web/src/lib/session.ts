import { type PageSession, pageSessionId } from '@gossamer/contracts/session';
import type { SessionUser } from '@gossamer/contracts/session-user';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';

const nobody: PageSession = { user: null, ads: {}, payments: null };

/** What the server wrote into the page; undefined where it wrote nothing, as under Vite's own server. */
function readBlock(): PageSession | undefined {
  // Pages are rendered beforehand for those who are not logged in.
  if (typeof document === 'undefined') return nobody;
  const text = document.getElementById(pageSessionId)?.textContent;
  return text ? (JSON.parse(text) as PageSession) : undefined;
}

export const pageSession = readBlock();

const sessionQuery = queryOptions<SessionUser | null>({
  queryKey: ['/api/auth/user'],
  queryFn: async () => (await import('./fetch-session.ts')).fetchSession(),
  // Else every part of the page that comes up after a failure would ask again, and take the page away meanwhile.
  retryOnMount: false,
  ...(pageSession && { initialData: pageSession.user }),
});

/** What a request has just told about the user, without asking again. */
export function rememberSession(queryClient: QueryClient, user: SessionUser): void {
  queryClient.setQueryData(sessionQuery.queryKey, user);
}

/** The logged-in user, null for nobody, undefined while that is being asked. */
export function useSession(): SessionUser | null | undefined {
  const { data, isError } = useQuery(sessionQuery);
  return isError ? null : data;
}
