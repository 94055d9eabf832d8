import type { Supervision } from '../processes/supervisor.ts';
import { UserError } from '../user-error.ts';
import { requestBucket, type S3Env } from './s3-request.ts';
import { startSwift } from './swift.ts';

export interface S3Server {
  env: S3Env;
  /** Type of the server, such as `swift 2.30`, or `address` if the environment specifies the server. */
  text: string;
  stop(): Promise<void>;
}

/** Returns the S3 server for tests. Uses the server specified in the environment, or else starts OpenStack Swift. */
export async function startS3(
  env: NodeJS.ProcessEnv,
  place: { dataDir: string; supervision: Supervision },
): Promise<S3Server> {
  if (env.S3_ENDPOINT)
    return { env: await namedS3(env.S3_ENDPOINT, env), text: 'address', stop: async () => {} };
  const server = await startSwift(place);
  const text = `swift ${server.version.split('.').slice(0, 2).join('.')}`;
  return { env: server.env, text, stop: server.stop };
}

/**
 * Checks access to the S3 server specified in the environment.
 * @throws UserError if the bucket is not accessible with the given keys
 */
async function namedS3(endpoint: string, env: NodeJS.ProcessEnv): Promise<S3Env> {
  const { S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env;
  if (!S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY)
    throw new UserError('S3_ENDPOINT requires S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.');
  const s3 = {
    S3_ENDPOINT: endpoint,
    S3_REGION: env.S3_REGION || 'us-east-1',
    S3_BUCKET,
    S3_ACCESS_KEY_ID,
    S3_SECRET_ACCESS_KEY,
  };
  const status = await requestBucket('HEAD', s3).catch((error: Error) => error.message);
  if (status === 200) return s3;
  throw new UserError(`S3_ENDPOINT cannot be used: ${status} for bucket ${S3_BUCKET}`);
}
