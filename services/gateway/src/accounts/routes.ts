import type { Http } from '@gossamer/service-kit/http/create-http';
import type { GatewayDeps } from '../deps.ts';
import { accountRoutes } from './account-routes.ts';
import { passwordRoutes } from './password-routes.ts';
import { savedSettingsRoutes } from './saved-settings-routes.ts';
import { sessionRoutes } from './session-routes.ts';

/** Registers the account routes: sessions, passwords, account data and saved settings. */
export function authRoutes(http: Http, deps: GatewayDeps): void {
  sessionRoutes(http, deps);
  passwordRoutes(http, deps);
  accountRoutes(http, deps);
  savedSettingsRoutes(http, deps);
}
