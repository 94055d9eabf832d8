import { runService } from '@gossamer/service-kit/internal-service';
import { buildApp } from './app.ts';
import { readAffiliateConfig } from './config.ts';
import { openDeps } from './deps.ts';
import { startInbox } from './inbox.ts';
import { startMaintenance } from './start-maintenance.ts';

/**
 * Entry point of the affiliate service, which handles requests from the gateway, consumes domain events and pays
 * partners.
 */
const config = readAffiliateConfig(process.env);
await runService('affiliate', config, () => openDeps(config), { buildApp, startInbox, startMaintenance });
