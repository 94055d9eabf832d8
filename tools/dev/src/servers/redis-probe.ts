import { Redis } from 'ioredis';

const retryMs = 25;

/** Waits until Redis responds and has loaded its data. Returns the server version. */
export async function waitForRedis(url: string, timeoutMs: number): Promise<string> {
  const deadline = Date.now() + timeoutMs;
  let lastError: Error | undefined;
  const client = new Redis(url, {
    connectTimeout: timeoutMs,
    maxRetriesPerRequest: null,
    retryStrategy: () => (Date.now() < deadline ? retryMs : null),
  });
  client.on('error', (error) => {
    lastError = error;
    // Do not retry if the password is rejected.
    if (/NOAUTH|WRONGPASS/.test(error.message)) client.disconnect();
  });
  try {
    const info = await client.info('server');
    return info.match(/^(?:valkey|redis)_version:(\S+)/m)?.[1] ?? 'unknown';
  } catch (error) {
    throw lastError ?? error;
  } finally {
    client.disconnect();
  }
}
