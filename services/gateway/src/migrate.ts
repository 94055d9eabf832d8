import { createDatabase } from '@gossamer/service-kit/database';
import { createLogger } from '@gossamer/service-kit/logger';
import { migrate } from '@gossamer/service-kit/migrate';
import { readGatewayConfig } from './config.ts';
import { functions, migrations } from './db/migrations/list.ts';

/** Migrates the gateway's schema and exits. */
const config = readGatewayConfig(process.env);
const logger = createLogger('gateway-migrate', config.log.level);
const db = createDatabase<never>({ ...config.database, logger, poolSize: 1, statementTimeoutMs: 0 });
const done = await migrate(db, config.database.schema, migrations, functions);
logger.info({ migrations: done }, 'applied database migrations');
await db.destroy();
