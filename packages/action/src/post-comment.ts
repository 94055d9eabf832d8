import type { Comment, GithubApi } from './github-api.ts';

/**
 * Returns a text that people do not see and by which later runs find the comment. Each working directory has a comment of its
 * own.
 */
const markerOf = (workingDirectory: string) =>
  `<!-- gossamer-check:${encodeURIComponent(workingDirectory)} -->`;

export interface CommentTarget {
  pullNumber: number;
  workingDirectory: string;
}

/**
 * Posts the report on a pull request, or updates the comment of an earlier run. Further comments of earlier runs, which
 * simultaneous runs can cause, are deleted. A report without findings only updates an earlier comment.
 * @throws GithubError
 */
export async function postComment(
  github: GithubApi,
  { pullNumber, workingDirectory }: CommentTarget,
  { report, hasFindings }: { report: string; hasFindings: boolean },
): Promise<void> {
  const marker = markerOf(workingDirectory);
  const login = await github.findLogin();
  // Somebody else's comment can contain the marker.
  const isOwn = ({ user, body }: Comment) =>
    body?.startsWith(marker) && (login === undefined ? user?.type === 'Bot' : user?.login === login);
  const [earlier, ...duplicates] = (await github.listComments(pullNumber)).filter(isOwn);
  const body = `${marker}\n${report}`;
  if (earlier) await github.updateComment(earlier.id, body);
  else if (hasFindings) await github.createComment(pullNumber, body);
  for (const { id } of duplicates) await github.deleteComment(id);
}
