import type { BillPaymentService } from '../service/index.ts';
import { moveWatch, nextWatch } from './queries.ts';
import type { RowReading } from './reading.ts';
import type { RefundPorts } from './types.ts';

/**
 * Reads what may still turn, in the background: one row at a time, far apart, never while a request
 * of the counter is out, and not at all while the service is in trouble or has asked for quiet.
 * What is due is in the ledger, so that the next run of the program goes on with it.
 */
export interface Watching {
  start(): void;
  wake(): void;
  stop(): void;
}

const SECOND = 1000;
/** Between two rows. */
const SPACING = 20 * SECOND;
/** While a payment is being sent. */
const AFTER_COUNTER = 5 * SECOND;
const WHILE_IN_TROUBLE = 60 * SECOND;
/** The longest without a look at what is due: a clock may be set. */
const LOOK_EVERY = 10 * 60 * SECOND;
/** A row that could not be read lets the others come first. */
const NOT_READ = 30 * 60 * SECOND;
const LONGEST_PAUSE = 60 * 60 * SECOND;

export function createWatching(
  ports: Pick<RefundPorts, 'database' | 'clock' | 'service' | 'isBusy' | 'log'>,
  parts: {
    readonly reading: RowReading;
    readonly now: () => number;
    readonly random: () => number;
  },
): Watching {
  const { database, clock, log } = ports;
  let isRunning = false;
  let isReading = false;
  let failures = 0;
  let cancelNext: (() => void) | null = null;

  function schedule(milliseconds: number): void {
    cancelNext?.();
    cancelNext = null;
    if (!isRunning) return;
    const jittered = Math.round(milliseconds * (1 + 0.5 * parts.random()));
    cancelNext = clock.after(jittered, () => {
      cancelNext = null;
      void look();
    });
  }

  async function look(): Promise<void> {
    if (!isRunning || isReading) return;
    isReading = true;
    let pause = LOOK_EVERY;
    try {
      pause = await readNext();
    } catch (error) {
      log.error({ err: error }, 'the rows of paid payments could not be read again');
    } finally {
      isReading = false;
      schedule(pause);
    }
  }

  /** How long to wait for the next one. */
  async function readNext(): Promise<number> {
    const watch = nextWatch(database);
    if (watch === null) return LOOK_EVERY;
    const early = watch.nextAt - parts.now();
    if (early > 0) return Math.min(early, LOOK_EVERY);
    const service = ports.service();
    if (service === null) return WHILE_IN_TROUBLE;
    const quiet = quietFor(service);
    if (quiet > 0) return quiet;
    if (ports.isBusy()) return AFTER_COUNTER;
    const read = await parts.reading.read(service, watch.paymentId, {
      how: 'watch',
      cashier: null,
    });
    if (read.ok) {
      failures = 0;
      return SPACING;
    }
    if (!isRunning) return LOOK_EVERY;
    failures += 1;
    log.warn(
      { paymentId: watch.paymentId, problem: read.problem.kind },
      'a row was not read again',
    );
    database.commit(() => moveWatch(database, watch.paymentId, parts.now() + NOT_READ, false));
    return Math.max(quietFor(service), Math.min(LONGEST_PAUSE, SPACING * 2 ** failures));
  }

  function quietFor(service: BillPaymentService): number {
    const { quietUntil, trouble } = service.health;
    const asked = quietUntil === null ? 0 : quietUntil - clock.now();
    return asked > 0 ? asked : trouble === null ? 0 : WHILE_IN_TROUBLE;
  }

  return {
    start: () => {
      if (isRunning) return;
      isRunning = true;
      schedule(SPACING);
    },
    wake: () => schedule(SPACING),
    stop: () => {
      isRunning = false;
      cancelNext?.();
      cancelNext = null;
    },
  };
}
