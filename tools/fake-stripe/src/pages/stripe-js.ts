import { readdirSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';

const folder = join(import.meta.dirname, '../stripe-js');

/** Registers the scripts that replace Stripe.js. They are the TypeScript sources with the types stripped. */
export function addStripeJs(http: FastifyInstance): void {
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.ts'))) {
    const script = stripTypeScriptTypes(readFileSync(join(folder, name), 'utf8'));
    http.get(`/fake-stripe/js/${name}`, (_request, reply) =>
      reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(script),
    );
  }
}
