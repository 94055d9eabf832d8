import { runService } from '@gossamer/service-kit/internal-service';
import { buildApp } from './app.ts';
import { readBillingConfig } from './config.ts';
import { openDeps } from './deps.ts';
import { startInbox } from './inbox.ts';
import { startMaintenance } from './start-maintenance.ts';

/**
 * Entry point of billing's only process, which handles the gateway's requests, consumes domain events and synchronizes
 * with Stripe.
 */
const config = readBillingConfig(process.env);
await runService('billing', config, () => openDeps(config), { buildApp, startInbox, startMaintenance });
