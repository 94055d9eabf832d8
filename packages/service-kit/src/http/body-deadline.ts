import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { AppError } from '../errors.ts';

/**
 * Limits the time for receiving a body that is parsed before the route handler runs. The server's request timeout must
 * be longer, because it also applies to uploads, which are limited by a minimum throughput instead.
 * @throws AppError `upload_timeout`
 */
export const bodyDeadline = fastifyPlugin(async (http, { timeoutMs }: { timeoutMs: number }) => {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>();
  const clear = async (request: FastifyRequest) => clearTimeout(timers.get(request));
  http.addHook('preParsing', async (request, _reply, payload) => {
    // Emit an error on the body stream instead of destroying the connection, so that the client gets an error response.
    const giveUp = () => payload.emit('error', new AppError('upload_timeout'));
    const timer = setTimeout(giveUp, timeoutMs).unref();
    timers.set(request, timer);
    // Clear the timer on close. After a disconnect, the body has no error listener, and an error would end the process.
    payload.once('close', () => clearTimeout(timer));
    return payload;
  });
  http.addHook('preValidation', clear);
  http.addHook('onResponse', clear);
});
