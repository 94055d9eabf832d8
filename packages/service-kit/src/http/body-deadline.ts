import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { AppError } from '../errors.ts';

/**
 * Limits how long bodies that are read before the route runs may take. The timeout of the whole request must be long
 * enough for uploads, which enforce a throughput of their own.
 * @throws AppError `upload_timeout`
 */
export const bodyDeadline = fastifyPlugin(async (http, { timeoutMs }: { timeoutMs: number }) => {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>();
  const clear = async (request: FastifyRequest) => clearTimeout(timers.get(request));
  http.addHook('preParsing', async (request, _reply, payload) => {
    // Emit an error of the body, so that the client gets a response; the rest of the body is drained briefly.
    const giveUp = () => payload.emit('error', new AppError('upload_timeout'));
    const timer = setTimeout(giveUp, timeoutMs).unref();
    timers.set(request, timer);
    // Clear the timer on close: after a disconnect, the body has no error listener, and an error would end the process.
    payload.once('close', () => clearTimeout(timer));
    return payload;
  });
  http.addHook('preValidation', clear);
  http.addHook('onResponse', clear);
});
