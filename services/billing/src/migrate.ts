import { createDatabase } from '@gossamer/service-kit/database';
import { createLogger } from '@gossamer/service-kit/logger';
import { migrate } from '@gossamer/service-kit/migrate';
import { readBillingConfig } from './config.ts';
import { migrations } from './db/migrations/list.ts';

/** Migrates the schema of the billing service and exits. */
const config = readBillingConfig(process.env);
const logger = createLogger('billing-migrate', config.log.level);
const db = createDatabase<never>({ ...config.database, logger, poolSize: 1, statementTimeoutMs: 0 });
const done = await migrate(db, config.database.schema, migrations);
logger.info({ migrations: done }, 'applied database migrations');
await db.destroy();
