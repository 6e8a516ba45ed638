import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Clock,
  createVirtualClock,
  type VirtualClock,
} from '../../../electron/platform/index.ts';
import {
  createTrainingService,
  type TrainingService,
  type TrainingTransaction,
} from '../../../electron/training/index.ts';
import type { Biller, Payment, ServiceVersion } from '../../../shared/contract/index.ts';
import type { Random } from '../../support/random.ts';
import type { Reporter } from '../chain/reporter.ts';
import { getBillers } from './billers.ts';
import { createNetwork, type Network } from './fake-network.ts';
import { createFakePrinter, type FakePrinter } from './fake-printer.ts';
import { openTill, type Till } from './fault-till.ts';

export { ANA, BILLERS, LUIS, LUIS_APPROVAL } from './fault-till.ts';
export const MINUTE_MS = 60_000;

/**
 * A whole till but for its page and its shell, over a real ledger file, the real client and the
 * training service, in virtual time. The network, the printer, every port and the program itself
 * can be broken; what the cashier was told is written down.
 */
export interface FaultWorld {
  readonly clock: VirtualClock;
  readonly version: ServiceVersion;
  readonly training: ReturnType<typeof createTrainingService>;
  readonly network: Network;
  readonly device: FakePrinter;
  readonly random: Random;
  readonly billers: Map<number, Biller>;
  till(): Till;
  /** What tells the chain; null without one. */
  reporter(): Reporter | null;
  /** The wall clock of the till alone. */
  setTillClock(offBy: number): void;
  /** Ends this run as a power cut would, and starts the next. */
  restart(options?: { readonly isOrderly?: boolean }): Promise<void>;
  advance(milliseconds: number): Promise<void>;
  /** Waits for a call of the till in virtual time; a program that ends meanwhile answers null. */
  finish<Value>(call: () => Promise<Value> | Value): Promise<Value | null>;
  /** What the cashier was told of each payment, in order. */
  readonly shownPayments: ReadonlyMap<string, readonly Payment[]>;
  /** What must never be, noted at the moment in which it was: the judge adds it up. */
  readonly violations: {
    readonly what: 'paidTwice' | 'refundsTwice' | 'toldWrong';
    readonly words: string;
  }[];
  /** What the service gave back by itself, by external_id. */
  readonly givenBack: ReadonlySet<string>;
  /** The service gives a performed transaction back, if it stands. */
  giveBack(externalId: string, status: GivenBackAs): void;
  /** Reads every payment as the screen would. */
  look(): void;
  performed(): readonly TrainingTransaction[];
  close(): void;
}

type GivenBackAs = NonNullable<Parameters<TrainingService['giveBack']>[1]>;

export async function createWorld(options: {
  readonly version: ServiceVersion;
  readonly random: Random;
  readonly recordsSteps?: boolean;
  /** Begins to tell a chain what this run of the program does. */
  readonly report?: (till: Till, clock: VirtualClock) => Reporter;
}): Promise<FaultWorld> {
  const { version, random } = options;
  const place = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  const folder = mkdtempSync(join(place, 'mostrador-faults-'));
  const file = join(folder, 'ledger.sqlite');
  const clock = createVirtualClock();
  let tillIsOffBy = 0;
  const ofTill: Clock = { ...clock, now: () => clock.now() + tillIsOffBy };
  const training = createTrainingService({ clock, balance: '9000000.00' });
  const network = createNetwork(clock, () => training);
  const billers = new Map((await getBillers(version)).map((one) => [one.id, one]));
  const shownPayments = new Map<string, Payment[]>();
  const violations: FaultWorld['violations'] = [];
  const givenBack = new Set<string>();
  let till: Till;
  let reporter: Reporter | null = null;
  const device = createFakePrinter(clock, () => till.database);

  function note(payment: Payment): void {
    const known = shownPayments.get(payment.id) ?? [];
    shownPayments.set(payment.id, known);
    const last = known.at(-1);
    if (last?.state === payment.state && last.handOver === payment.handOver) return;
    known.push(payment);
    reporter?.changed();
    const isToGo = payment.handOver === 'now' || payment.handOver === 'done';
    const hasSlip = device.papers.some(
      (paper) => paper.paymentId === payment.id && paper.kind === 'original',
    );
    if (payment.kind === 'cash-out' && isToGo && !hasSlip) {
      violations.push({ what: 'toldWrong', words: `money before its slip: ${payment.externalId}` });
    }
  }

  function start(): void {
    till = openTill({
      file,
      version,
      random,
      billers,
      clock,
      clockOfTill: ofTill,
      exchange: network.exchange,
      keys: training.keys,
      device: device.port,
      recordsSteps: options.recordsSteps ?? false,
      quit: () => void quit(),
      note,
    });
    reporter = options.report?.(till, clock) ?? null;
    till.printing.start();
    till.payments.start();
    till.refunds.start();
    // As the till does when it connects: the answer corrects its clock.
    void till.service.account();
  }

  async function finish<Value>(call: () => Promise<Value> | Value): Promise<Value | null> {
    const { steps } = till;
    let isDone = false;
    let value: Value | null = null;
    const work = async (): Promise<Value> => await call();
    work().then(
      (one) => {
        value = one;
        isDone = true;
      },
      () => {
        isDone = true;
      },
    );
    for (let step = 0; step < 4000 && !isDone && !steps.hasEnded; step += 1) {
      await clock.advance(step < 40 ? 25 : 1000);
    }
    return value;
  }

  /** As the till closes: the last answers are waited for, and the job in hand; not for long. */
  async function quit(): Promise<void> {
    const { payments, refunds, printing, steps } = till;
    const patience = (): Promise<void> =>
      new Promise((resolve) => {
        clock.after(4000, resolve);
      });
    // It may be cut off in the middle of what it says.
    const goodbye = Promise.race([reporter?.stop(), patience()]);
    try {
      refunds.stop();
      await Promise.race([payments.finish(), patience()]);
      payments.stop();
      await Promise.race([printing.stop(), patience()]);
      await goodbye;
    } catch {
      // A program that is broken while it ends has ended all the same.
    }
    steps.end();
  }

  start();
  const world: FaultWorld = {
    clock,
    version,
    training,
    network,
    device,
    random,
    billers,
    shownPayments,
    violations,
    givenBack,
    giveBack: (externalId, status) => {
      if (training.giveBack(externalId, status)) givenBack.add(externalId);
    },
    till: () => till,
    reporter: () => reporter,
    setTillClock: (offBy) => {
      tillIsOffBy = offBy;
    },
    restart: async ({ isOrderly = false } = {}) => {
      if (isOrderly && !till.steps.hasEnded) {
        const quitting = quit();
        await clock.advance(9000);
        await quitting;
      }
      till.steps.end();
      reporter?.cut();
      till.database.close();
      start();
      await clock.advance(100);
    },
    advance: (milliseconds) => clock.advance(milliseconds),
    finish,
    look: () => {
      const ids = till.database.prepare('SELECT id FROM intents').all();
      try {
        for (const payment of till.payments.views(ids.map((row) => String(row.id)))) note(payment);
      } catch {
        // A till that breaks while it is looked at tells the cashier nothing.
      }
    },
    performed: () => training.inspect().transactions,
    close: () => {
      till.steps.end();
      reporter?.cut();
      till.payments.stop();
      till.refunds.stop();
      till.database.close();
      training.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return world;
}
