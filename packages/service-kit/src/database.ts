import { CamelCasePlugin, Kysely, type LogEvent, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import type { Logger } from './logger.ts';
import { isTracing, noteSpan } from './tracing.ts';

export interface DatabaseOptions {
  url: string;
  /** The service's own schema; nothing outside it is touched. */
  schema: string;
  logger: Logger;
  poolSize?: number;
  /** The longest that a statement takes; 0: as long as it needs, as migrations do. */
  statementTimeoutMs?: number;
}

/**
 * A pool on one schema, tables in snake_case and rows in camelCase.
 * Every wait has an end: 5 s for a connection, 8 s for a statement.
 */
export function createDatabase<Tables>(options: DatabaseOptions): Kysely<Tables> {
  const { statementTimeoutMs = 8_000 } = options;
  const pool = new Pool({
    connectionString: options.url,
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: 5_000,
    statement_timeout: statementTimeoutMs,
    // Later, so that Postgres has ended the statement by then.
    query_timeout: statementTimeoutMs && statementTimeoutMs + 1_000,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    options: `-c search_path=${options.schema}`,
  });
  // A connection that breaks must not end the process: the pool replaces it. In use, its query tells of it.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', (error) => options.logger.warn({ err: error }, 'idle database connection lost'));
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    ...(isTracing() && { log: (event) => traceQuery(event) }),
  });
}

/** The statement's text only: its values are people's. */
function traceQuery({ query, queryDurationMillis }: LogEvent): void {
  noteSpan('database', queryDurationMillis, { 'db.system.name': 'postgresql', 'db.query.text': query.sql });
}
