import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { AppError } from '../errors.ts';

/**
 * Gives small bodies, which are read before their route runs, so long to arrive. The time of a whole request must be
 * long enough for uploads; these watch their own pace. @throws AppError `upload_timeout`
 */
export const bodyDeadline = fastifyPlugin(async (http, { timeoutMs }: { timeoutMs: number }) => {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>();
  const clear = async (request: FastifyRequest) => clearTimeout(timers.get(request));
  http.addHook('preParsing', async (request, _reply, payload) => {
    // Told as an error of the body, so that it is answered; the rest is thrown away for a while.
    const giveUp = () => payload.emit('error', new AppError('upload_timeout'));
    const timer = setTimeout(giveUp, timeoutMs).unref();
    timers.set(request, timer);
    // Nobody listens any more to the body of a client that is gone: the error would end the process.
    payload.once('close', () => clearTimeout(timer));
    return payload;
  });
  http.addHook('preValidation', clear);
  http.addHook('onResponse', clear);
});
