/** Container for a test server. Settings that also appear in infra/docker-compose.yml must be identical to those. */
export interface ContainerDefinition {
  image: string;
  command: string[];
  environment: Record<string, string>;
  port: number;
  /** Command that runs in the container and succeeds once the server is ready. */
  healthcheck: string[];
  sharedMemoryBytes?: number;
}

export type ContainerName = 'postgres' | 'valkey' | 'minio';

export const testDatabase = 'gossamer_test';
export const minioUser = 'root';

/** Returns the container definitions for all test servers. The servers share the given password and persist no data. */
export function defineContainers(password: string): Record<ContainerName, ContainerDefinition> {
  return {
    postgres: {
      image: 'postgres:18',
      command: ['postgres', ...settings(postgresSettings)],
      environment: {
        POSTGRES_DB: testDatabase,
        POSTGRES_USER: 'postgres',
        POSTGRES_PASSWORD: password,
        // Use the same collation as the embedded Postgres.
        POSTGRES_INITDB_ARGS: '--locale=C --encoding=UTF8',
      },
      port: 5432,
      healthcheck: ['pg_isready', '--host=127.0.0.1', '--username=postgres', `--dbname=${testDatabase}`],
      sharedMemoryBytes: 256 * 1024 * 1024,
    },
    valkey: {
      image: 'valkey/valkey:8.1',
      command: [
        ...['valkey-server', '--requirepass', password, '--save', '', '--appendonly', 'no'],
        ...['--maxmemory-policy', 'noeviction'],
      ],
      environment: { REDISCLI_AUTH: password },
      port: 6379,
      healthcheck: ['/bin/sh', '-c', 'test "$(valkey-cli ping)" = PONG'],
    },
    minio: {
      image:
        'quay.io/minio/minio:RELEASE.2025-09-07T16-13-09Z@sha256:14cea493d9a34af32f524e538b8346cf79f3321eff8e708c1e2960462bd8936e',
      command: ['server', '/data'],
      environment: {
        MINIO_ROOT_USER: minioUser,
        MINIO_ROOT_PASSWORD: password,
        MINIO_API_STALE_UPLOADS_EXPIRY: '24h',
        MINIO_BROWSER: 'off',
      },
      port: 9000,
      healthcheck: ['curl', '--fail', '--silent', 'http://127.0.0.1:9000/minio/health/ready'],
    },
  };
}

/**
 * Postgres settings for tests, identical to those of the embedded test server: fast, without durability, and with
 * enough connections for all test files in parallel.
 */
const postgresSettings = {
  max_connections: '200',
  timezone: 'UTC',
  log_timezone: 'UTC',
  jit: 'off',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
};

const settings = (values: Record<string, string>) =>
  Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
