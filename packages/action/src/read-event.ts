import { readFile } from 'node:fs/promises';
import { UsageError } from 'gossamer/cli/exit-codes';
import { z } from 'zod';

type Env = Readonly<Record<string, string | undefined>>;

const commitHash = z.string().regex(/^[0-9a-f]{40,64}$/);
const repository = z.object({ full_name: z.string() });

const pullRequestEvent = z.object({
  pull_request: z.object({
    number: z.int(),
    changed_files: z.int().optional(),
    base: z.object({ sha: commitHash, repo: repository }),
    // The repository is null if the fork was deleted.
    head: z.object({ sha: commitHash, ref: z.string(), repo: repository.nullable() }),
  }),
});
const pushEvent = z.object({ before: commitHash });

/** The event that started the workflow. */
export interface ActionEvent {
  name: string;
  /** Repository of the workflow, such as `owner/name`. */
  repository: string;
  pull: PullRequest | undefined;
  /** Repository and commit whose images are checked. */
  head: { repository: string; sha: string };
  /** Branch that a commit is pushed to. Undefined for forks, tags and other refs. */
  branch: string | undefined;
  /** Commit to which changes are compared if there is no pull request. Undefined if unknown. */
  before: string | undefined;
  /**
   * Whether the code of the repository may be executed. False for events in which secrets are available while the checked
   * code can be anybody's.
   */
  isTrusted: boolean;
  /** Whether the event has no access to secrets. */
  hasNoSecrets: boolean;
}

export interface PullRequest {
  number: number;
  /** Number of changed files. */
  changedFiles: number;
  baseSha: string;
  isFork: boolean;
}

const untrustedEvents = ['pull_request_target', 'workflow_run', 'issue_comment'];

/** Reads the event from the environment of the runner. @throws UsageError if a variable or the event is invalid */
export async function readEvent(env: Env): Promise<ActionEvent> {
  const { GITHUB_EVENT_NAME: name = '', GITHUB_REPOSITORY: repository = '' } = env;
  if (!/^[\w.-]+\/[\w.-]+$/.test(repository)) {
    throw new UsageError('GITHUB_REPOSITORY is not set. This program runs as a GitHub Action.');
  }
  const json = await readJson(env.GITHUB_EVENT_PATH);
  const shared = { name, repository, isTrusted: !untrustedEvents.includes(name) };
  const isPull = name === 'pull_request' || name === 'pull_request_target';
  return isPull ? toPullEvent(json, shared, env) : toBranchEvent(json, shared, env);
}

type Shared = Pick<ActionEvent, 'name' | 'repository' | 'isTrusted'>;

function toPullEvent(json: unknown, shared: Shared, { GITHUB_ACTOR: actor }: Env): ActionEvent {
  const parsed = pullRequestEvent.safeParse(json);
  if (!parsed.success) {
    throw new UsageError(`the event ${shared.name} is invalid: ${z.prettifyError(parsed.error)}`);
  }
  const { number, base, head, changed_files: changedFiles = 0 } = parsed.data.pull_request;
  const isFork = head.repo?.full_name !== base.repo.full_name;
  return {
    ...shared,
    pull: { number, changedFiles, baseSha: base.sha, isFork },
    head: { repository: head.repo?.full_name ?? shared.repository, sha: head.sha },
    branch: isFork ? undefined : head.ref,
    before: undefined,
    hasNoSecrets: isFork || actor === 'dependabot[bot]',
  };
}

function toBranchEvent(json: unknown, shared: Shared, env: Env): ActionEvent {
  const { data: push } = pushEvent.safeParse(json);
  const branch = /^refs\/heads\/(.+)$/.exec(env.GITHUB_REF ?? '')?.[1];
  return {
    ...shared,
    pull: undefined,
    head: { repository: shared.repository, sha: env.GITHUB_SHA ?? '' },
    branch: shared.isTrusted ? branch : undefined,
    // All zeros mean that the branch is new.
    before: push && !/^0+$/.test(push.before) ? push.before : undefined,
    hasNoSecrets: false,
  };
}

async function readJson(path: string | undefined): Promise<unknown> {
  if (!path) return {};
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw new UsageError(`failed to read the event from GITHUB_EVENT_PATH: ${(error as Error).message}`);
  }
}
