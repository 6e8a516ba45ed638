import type { EventEmitter } from 'node:events';
import type { UpdateGateFacts } from '../back-office/monitoring/index.ts';
import type { Clock, Log } from '../platform/index.ts';

/** A fault that repeats soon after each start must not restart the till all day. */
const MIN_UPTIME_MS = 10 * 60_000;
const CHECK_INTERVAL_MS = 5_000;

/**
 * After an uncaught error the state in memory may be wrong, so the till restarts: not at once, but
 * when no payment is being sent and no customer is at the counter. Until then it continues to sell,
 * which is safe because each step of a payment is on disk before the next one begins. Returns the
 * function that ends this.
 */
export function restartAfterUncaughtError(ports: {
  readonly program: Pick<EventEmitter, 'on' | 'off'>;
  readonly clock: Pick<Clock, 'uptime' | 'after'>;
  readonly log: Log;
  readonly getUpdateGate: () => Pick<
    UpdateGateFacts,
    'isSendingPayment' | 'isServingCustomer'
  > | null;
  readonly restart: () => void;
}): () => void {
  const { program, clock, log } = ports;
  const startedAt = clock.uptime();
  let cancelCheck: (() => void) | null = null;

  const check = (): void => {
    const gate = ports.getUpdateGate();
    const isBusy = gate !== null && (gate.isSendingPayment || gate.isServingCustomer);
    if (!isBusy && clock.uptime() - startedAt >= MIN_UPTIME_MS) {
      log.warn({}, 'process: restarting after an uncaught error');
      ports.restart();
      return;
    }
    cancelCheck = clock.after(CHECK_INTERVAL_MS, check);
  };
  const onError = (): void => {
    cancelCheck ??= clock.after(CHECK_INTERVAL_MS, check);
  };
  program.on('uncaughtException', onError);
  program.on('unhandledRejection', onError);
  return () => {
    program.off('uncaughtException', onError);
    program.off('unhandledRejection', onError);
    cancelCheck?.();
  };
}
