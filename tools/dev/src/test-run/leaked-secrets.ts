import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { readOperatorEnv } from '../operator-env.ts';
import { readJsonFile } from '../private-file.ts';

export interface LeakSearch {
  /** The run's, with its `secrets.json`, what affiliate ran with, and logs. */
  dataDir: string;
  /** What browsers are sent. */
  webDist: string;
  redis: { url: string; prefix: string };
}

/** A secret's name and value. */
type Secret = [name: string, value: string];

/** What is made to be seen. */
const publicNames: ReadonlySet<string> = new Set(['publishableKey']);

/**
 * Looks for the run's secrets where none may be: in logs, in the built web app, in Redis. Gives a line for each find, which
 * names the secret and the place, never the value. @throws Error when the run has no secrets, since then nothing was looked for
 */
export async function findLeakedSecrets({ dataDir, webDist, redis }: LeakSearch): Promise<string[]> {
  const made = secretsIn(readJsonFile<object>(join(dataDir, 'secrets.json')) ?? {});
  if (made.length === 0) throw new Error(`${dataDir} has no secrets that could be looked for`);
  // PayPal's is the user's own, and not among those that were made here.
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
      .map(([secret]) => `${secret} stands in ${masked(name, secrets)}`),
  );
}

interface Place {
  name: string;
  bytes: Buffer;
}

/** Every text in it, by its path, for example `databasePasswords.gateway`. */
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

/** All that a key holds. A key that is gone meanwhile holds nothing. */
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
