import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { readOperatorEnv } from '../operator-env.ts';
import { readJsonFile } from '../private-file.ts';

export interface LeakSearch {
  /**
   * Data folder of the test run. It contains the secrets, the stored environment of the affiliate service, and the
   * logs.
   */
  dataDir: string;
  /** Folder of the built web app, whose files browsers download. */
  webDist: string;
  redis: { url: string; prefix: string };
}

type Secret = [name: string, value: string];

/** Names of values in `secrets.json` that are not confidential. */
const publicNames: ReadonlySet<string> = new Set(['publishableKey']);

/**
 * Searches the logs, the built web app and Redis for the secrets of a test run. For each match, returns a line that
 * names the secret and its location but does not contain the secret itself.
 * @throws Error if there are no secrets, because the search would prove nothing
 */
export async function findLeakedSecrets({ dataDir, webDist, redis }: LeakSearch): Promise<string[]> {
  const made = secretsIn(readJsonFile<object>(join(dataDir, 'secrets.json')) ?? {});
  if (made.length === 0) throw new Error(`${dataDir} has no secrets to search for`);
  // Include PayPal's secret. It is set by the user and therefore not in `secrets.json`.
  const { PAYPAL_CLIENT_SECRET } = readOperatorEnv(dataDir, 'affiliate') ?? {};
  const secrets = [...made, ...secretsIn({ PAYPAL_CLIENT_SECRET })];
  const places = [
    ...placesOfFiles(join(dataDir, 'logs'), 'logs'),
    ...placesOfFiles(webDist, 'the built web app'),
    ...(await placesInRedis(redis)),
  ];
  return places.flatMap(({ name, bytes }) =>
    secrets
      .filter(([, value]) => bytes.includes(value) || name.includes(value))
      .map(([secret]) => `${secret} is in ${masked(name, secrets)}`),
  );
}

interface Place {
  name: string;
  bytes: Buffer;
}

/** Returns all strings in an object with their paths, such as `databasePasswords.gateway`. */
function secretsIn(value: object, path = ''): Secret[] {
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]): Secret[] => {
    if (publicNames.has(key)) return [];
    if (typeof inner === 'string' && inner !== '') return [[path + key, inner]];
    return typeof inner === 'object' && inner !== null ? secretsIn(inner, `${path}${key}.`) : [];
  });
}

function placesOfFiles(folder: string, label: string): Place[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ name: `${label}: ${path.slice(folder.length + 1)}`, bytes: readFileSync(path) }));
}

async function placesInRedis({ url, prefix }: LeakSearch['redis']): Promise<Place[]> {
  const client = new Redis(url);
  const places: Place[] = [];
  try {
    for await (const keys of client.scanStream({ match: `${prefix}:*`, count: 1_000 })) {
      for (const key of keys as string[]) {
        places.push({
          name: `Redis: ${key}`,
          bytes: Buffer.from(JSON.stringify(await contentOf(client, key))),
        });
      }
    }
    return places;
  } finally {
    client.disconnect();
  }
}

/** Returns the value of a Redis key, or null if the key no longer exists. */
async function contentOf(client: Redis, key: string): Promise<unknown> {
  switch (await client.type(key)) {
    case 'string':
      return client.get(key);
    case 'hash':
      return client.hgetall(key);
    case 'list':
      return client.lrange(key, 0, -1);
    case 'set':
      return client.smembers(key);
    case 'zset':
      return client.zrange(key, '0', '-1');
    case 'stream':
      return client.xrange(key, '-', '+');
    default:
      return null;
  }
}

function masked(text: string, secrets: Secret[]): string {
  return secrets.reduce((rest, [, value]) => rest.replaceAll(value, '…'), text);
}
