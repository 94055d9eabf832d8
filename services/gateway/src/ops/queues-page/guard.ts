import { createHash, timingSafeEqual } from 'node:crypto';
import basicAuth from '@fastify/basic-auth';
import { AppError } from '@gossamer/service-kit/errors';
import type { Http } from '@gossamer/service-kit/http/create-http';
import { RateLimiterMemory } from 'rate-limiter-flexible';

const operatorName = 'operator';

/** Maximum number of failed logins per IP address. Further logins fail even with the correct password. */
const wrongPasswords = { points: 10, duration: 15 * 60 };

/** Requires the operators' password on every route. */
export async function guardOperators(http: Http, password: string): Promise<void> {
  const wrong = new RateLimiterMemory(wrongPasswords);
  const expected = digest(password);
  await http.register(basicAuth, {
    authenticate: { realm: 'Gossamer operators' },
    validate: async (name, given, request) => {
      const tried = await wrong.get(request.ip);
      if (tried && tried.remainingPoints <= 0) throw tooMany(tried.msBeforeNext);
      // Always compare both name and password, so that the timing does not reveal whether the name is correct.
      const isPassword = timingSafeEqual(digest(given), expected);
      if (name === operatorName && isPassword) return;
      await wrong.consume(request.ip).catch(() => undefined);
      request.log.warn({ address: request.ip }, 'rejected operator login');
      throw new AppError('unauthorized');
    },
  });
  http.addHook('onRequest', (request, reply, done) => {
    http.basicAuth(request, reply, (error) => done(error && toRefusal(error)));
  });
}

/** Converts errors from the basic-auth plugin, which indicate missing or malformed credentials, to `unauthorized`. */
const toRefusal = (error: Error): AppError =>
  error instanceof AppError ? error : new AppError('unauthorized', { cause: error });

/**
 * Returns the hash of a string. Hashes are compared instead of strings, because `timingSafeEqual` requires equal
 * lengths.
 */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

function tooMany(afterMs: number): AppError {
  const retryAfterSeconds = Math.ceil(afterMs / 1_000);
  const details = { retryAfterMinutes: Math.ceil(retryAfterSeconds / 60) };
  return new AppError('too_many_attempts', { retryAfterSeconds, details });
}
