import type { Logger } from './logger.ts';
import { stopTracing } from './tracing.ts';

/** A started process: a function that stops it, and the payload of the ready message to the launcher. */
export interface RunningProcess {
  close(): Promise<void>;
  ready?: Record<string, unknown>;
}

export interface ProcessOptions {
  logger: Logger;
  /** Time in milliseconds after which the process exits even if shutdown has not finished. */
  closeTimeoutMs: number;
}

/**
 * Runs one service process: starts it, sends `ready` to its launcher, and shuts down once on SIGTERM, SIGINT or
 * disconnection of the launcher. Exits with 0 after a clean shutdown, otherwise with 1.
 */
export async function runProcess(
  options: ProcessOptions,
  start: () => Promise<RunningProcess>,
): Promise<void> {
  const { logger } = options;
  process.on('unhandledRejection', (error) => end(logger, error, 'unhandled rejection'));
  process.on('uncaughtException', (error) => end(logger, error, 'uncaught exception'));

  let running: RunningProcess | undefined;
  let isClosing = false;
  const close = async (reason: string) => {
    if (isClosing) return;
    isClosing = true;
    logger.info({ reason }, 'started shutdown');
    setTimeout(
      () => end(logger, new Error('shutdown timed out'), 'failed to shut down'),
      options.closeTimeoutMs,
    ).unref();
    await running?.close();
    await stopTracing();
    logger.info('shut down');
    process.exit(0);
  };
  const closeFor = (reason: string) => () =>
    void close(reason).catch((error: unknown) => end(logger, error, 'failed to shut down'));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, closeFor(signal));
  process.on('disconnect', closeFor('launcher exited'));

  try {
    running = await start();
  } catch (error) {
    return end(logger, error, 'failed to start');
  }
  logger.info(running.ready ?? {}, 'started');
  process.send?.({ type: 'ready', ...running.ready });
}

function end(logger: Logger, error: unknown, what: string): void {
  logger.fatal({ err: error }, what);
  process.exit(1);
}
