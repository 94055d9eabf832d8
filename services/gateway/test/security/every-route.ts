import diagnostics from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { roomy } from '../accounts/people.ts';
import { partneredBy, startAffiliate } from '../affiliate/affiliate-server.ts';
import { sellingBy, startBilling } from '../billing/billing-server.ts';
import { startGateway, type TestGateway } from '../gateway.ts';
import { builtWebApp } from '../web/built-web-app.ts';

export interface Route {
  method: string;
  /** URL pattern of the route, including its parameters. */
  url: string;
  /** Whether callers are identified by an API key instead of a cookie. */
  usesApiKey: boolean;
}

export interface WholeGateway {
  gateway: TestGateway;
  routes: Route[];
  close(): Promise<void>;
}

/** Starts a gateway with all features enabled, and collects all routes that its plugins register. */
export async function startWholeGateway(env: Record<string, string> = {}): Promise<WholeGateway> {
  const [billing, affiliate] = await Promise.all([startBilling(), startAffiliate()]);
  const added: RouteOptions[] = [];
  const note = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', (route) => void added.push(route));
  };
  diagnostics.subscribe('fastify.initialization', note);
  const gateway = await startGateway({
    ...roomy,
    ...sellingBy(billing),
    ...partneredBy(affiliate),
    GATEWAY_WEB_ROOT: await builtWebApp(),
    ...env,
  }).finally(() => diagnostics.unsubscribe('fastify.initialization', note));
  // Read the routes after startup, because plugin hooks add more routes.
  const routes = added.flatMap(({ method, url, config }) =>
    [method].flat().map((one) => ({ method: one, url, usesApiKey: config?.usesApiKey === true })),
  );
  const close = async () => {
    await gateway.close();
    await Promise.all([billing.close(), affiliate.close()]);
  };
  return { gateway, routes: unique(routes), close };
}

function unique(routes: Route[]): Route[] {
  return [...new Map(routes.map((route) => [nameOf(route), route])).values()];
}

export const nameOf = ({ method, url }: Route) => `${method} ${url}`;

/** Returns whether a request to the route may change data. */
export const isUnsafe = ({ method }: Route) => !/^(GET|HEAD|OPTIONS)$/.test(method);

/** Returns a URL that matches the route, with `part` as the value of all parameters. */
export const addressOf = ({ url }: Route, part = 'z'.repeat(32)) =>
  url.replace(/:\w+(\([^)]*\))?/g, part).replace('*', part);

/**
 * Returns all rows, as text, of all tables that a request could change. Excludes the counters, which change with each
 * rejected request.
 */
export async function everyRow({ servers }: TestGateway): Promise<string> {
  const tables = await servers.sql(
    `select table_name as name from information_schema.tables
     where table_schema = current_schema() and table_name <> 'counters' order by 1`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const rows = await servers.sql(`select t::text as row from "${name}" t order by 1`);
    texts.push(`${name}: ${JSON.stringify(rows)}`);
  }
  return texts.join('\n');
}
