import type { EventEmitter } from 'node:events';
import type { Log } from './log.ts';

/**
 * Logs uncaught errors and keeps the till open, with its customers and its requests in flight, until
 * it restarts between two payments (`restartAfterUncaughtError`). Returns the function that removes
 * the handlers.
 */
export function logUncaughtErrors(
  program: Pick<EventEmitter, 'on' | 'off'>,
  log: Log,
  version: string,
): () => void {
  const onException = (error: unknown): void =>
    log.error({ err: error, version }, 'process: uncaught exception');
  const onRejection = (reason: unknown): void =>
    log.error({ err: reason, version }, 'process: unhandled rejection');
  program.on('uncaughtException', onException);
  program.on('unhandledRejection', onRejection);
  return () => {
    program.off('uncaughtException', onException);
    program.off('unhandledRejection', onRejection);
  };
}
