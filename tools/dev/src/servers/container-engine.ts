import { request } from 'node:http';
import { join } from 'node:path';

/** A container engine that supports Docker's API, such as Docker or Podman. */
export interface ContainerEngine {
  /** Address of the engine in the format of DOCKER_HOST, such as `unix:///var/run/docker.sock`. */
  host: string;
  /** Name and version of the engine, such as `Docker/28.2.2 (linux)`. */
  text: string;
}

const answerTimeoutMs = 1_000;

/**
 * Returns the container engine at DOCKER_HOST. If DOCKER_HOST is not set, returns the first engine that responds on a
 * default socket. Returns undefined if no engine responds within one second.
 */
export async function findContainerEngine(
  env: NodeJS.ProcessEnv,
  sockets = usualSockets(env),
): Promise<ContainerEngine | undefined> {
  const hosts = env.DOCKER_HOST ? [env.DOCKER_HOST] : sockets.map((path) => `unix://${path}`);
  const answers = await Promise.all(hosts.map((host) => ping(host)));
  return answers.find((engine) => engine !== undefined);
}

function usualSockets({ HOME, XDG_RUNTIME_DIR }: NodeJS.ProcessEnv): string[] {
  return [
    '/var/run/docker.sock',
    ...(XDG_RUNTIME_DIR ? [join(XDG_RUNTIME_DIR, 'docker.sock')] : []),
    ...(HOME ? ['run', 'desktop'].map((folder) => join(HOME, '.docker', folder, 'docker.sock')) : []),
  ];
}

/**
 * Parses a DOCKER_HOST address. Returns undefined if the address is invalid or has an unsupported scheme such as
 * `ssh://`.
 */
function addressOf(host: string): { socketPath: string } | { hostname: string; port: string } | undefined {
  const url = URL.parse(host);
  if (url?.protocol === 'unix:' && url.pathname) return { socketPath: url.pathname };
  if ((url?.protocol === 'tcp:' || url?.protocol === 'http:') && url.hostname)
    return { hostname: url.hostname, port: url.port || '2375' };
  return undefined;
}

/** Sends Docker's ping request. Resolves with the engine, or with undefined on any error. */
function ping(host: string): Promise<ContainerEngine | undefined> {
  const address = addressOf(host);
  if (!address) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const sent = request({ ...address, path: '/_ping', signal: AbortSignal.timeout(answerTimeoutMs) });
    sent.on('error', () => resolve(undefined));
    sent.on('response', (response) => {
      const { 'api-version': version, server } = response.headers;
      response.destroy();
      const isEngine = response.statusCode === 200 && version !== undefined;
      resolve(isEngine ? { host, text: String(server ?? `API ${version}`) } : undefined);
    });
    sent.end();
  });
}
