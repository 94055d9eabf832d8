import { CamelCasePlugin, Kysely, type LogEvent, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import type { Logger } from './logger.ts';
import { isTracing, noteSpan } from './tracing.ts';

export interface DatabaseOptions {
  url: string;
  /** The service's own database schema. No other schema is accessed. */
  schema: string;
  logger: Logger;
  poolSize?: number;
  /** Statement timeout in milliseconds. 0 disables the timeout, for example for migrations. */
  statementTimeoutMs?: number;
}

/**
 * Creates a connection pool for one schema and maps snake_case columns to camelCase properties. Connecting times out
 * after 5 s; by default, a statement times out after 8 s.
 */
export function createDatabase<Tables>(options: DatabaseOptions): Kysely<Tables> {
  const { statementTimeoutMs = 8_000 } = options;
  const pool = new Pool({
    connectionString: options.url,
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: 5_000,
    statement_timeout: statementTimeoutMs,
    // The client timeout exceeds the statement timeout, so that Postgres cancels the statement first.
    query_timeout: statementTimeoutMs && statementTimeoutMs + 1_000,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    options: `-c search_path=${options.schema}`,
  });
  // Ignore connection errors, which would otherwise end the process. The pool reconnects; running queries reject.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', (error) => options.logger.warn({ err: error }, 'lost idle database connection'));
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    ...(isTracing() && { log: (event) => traceQuery(event) }),
  });
}

/** Adds the SQL of a query to the trace without its parameters, which can contain personal data. */
function traceQuery({ query, queryDurationMillis }: LogEvent): void {
  noteSpan('database', queryDurationMillis, { 'db.system.name': 'postgresql', 'db.query.text': query.sql });
}
