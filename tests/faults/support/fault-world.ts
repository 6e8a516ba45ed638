import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Database } from '../../../electron/ledger/index.ts';
import { openTestLedger, testCodes } from '../../../electron/ledger/testing/index.ts';
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
import { type Attention, createAttention } from './attention.ts';
import { getBillers } from './billers.ts';
import { createNetwork, type Network } from './fake-network.ts';
import { createFakePrinter, type FakePrinter } from './fake-printer.ts';
import { openTill, type Till } from './fault-till.ts';
import { createLedgerFolder, type ReusedLedger } from './reused-ledger.ts';
import { countSentences, type Situations } from './situations.ts';

export { ANA, BILLERS, LUIS, LUIS_APPROVAL } from './fault-till.ts';
export const MINUTE_MS = 60_000;
/** The last call by which a start marks what an earlier run left open, and the first that matters. */
const MARKING_CALLS = [3, 6] as const;

/**
 * A whole till without its page and its shell, over a real ledger file, the real client and the
 * training service, in virtual time. The network, the printer, every port and the program itself
 * can fail; everything that the cashier was shown is recorded.
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
  /** The part that reports to the chain; null without one. */
  reporter(): Reporter | null;
  /** Sets the offset of the till's own clock, in milliseconds. */
  setTillClock(offsetMs: number): void;
  /** The ledger's disk has too little space for a new request. */
  setDiskAlmostFull(isAlmostFull: boolean): void;
  /** Ends this run as a power cut would, or in order, and starts the next one. */
  restart(options?: {
    readonly isOrderly?: boolean;
    /** A call of the next start throws, while it looks for open payments. */
    readonly failsAtStart?: boolean;
  }): Promise<void>;
  advance(milliseconds: number): Promise<void>;
  /** Waits for a call of the till in virtual time; null if the program ends meanwhile. */
  finish<Value>(call: () => Promise<Value> | Value): Promise<Value | null>;
  /** The states of each payment that the cashier was shown, in order. */
  readonly shownPayments: ReadonlyMap<string, readonly Payment[]>;
  /** Violations that can only be detected when they happen; `checkInvariants` adds them up. */
  readonly violations: {
    readonly what:
      | 'paidTwice'
      | 'refundsTwice'
      | 'toldWrong'
      | 'outcomeNotAnnounced'
      | 'cancelBelieved'
      | 'paidWithFailedStatus'
      | 'drawerOpenedUnasked';
    readonly words: string;
  }[];
  /** What the cashier has on the screen. */
  readonly attention: Attention;
  /** The external_ids of payments that the service refunded by itself. */
  readonly givenBack: ReadonlySet<string>;
  /** Lets the service refund a performed transaction. */
  giveBack(externalId: string, status: RefundStatus): void;
  /** Records every payment as the screen would show it. */
  recordShownPayments(): void;
  /** Counted as they happen; `countLedger` adds those of the ledger at the end. */
  readonly situations: Situations;
  performed(): readonly TrainingTransaction[];
  close(): void;
}

type RefundStatus = NonNullable<Parameters<TrainingService['reverseTransaction']>[1]>;

export async function createWorld(options: {
  readonly version: ServiceVersion;
  readonly random: Random;
  readonly recordsSteps?: boolean;
  /** The shop keeps a copy of each receipt. */
  readonly hasShopCopy?: boolean;
  /** Starts to report what this run of the program does to a chain. */
  readonly report?: (till: Till, clock: VirtualClock) => Reporter;
  /** A ledger of its own without it. */
  readonly ledger?: ReusedLedger | null;
}): Promise<FaultWorld> {
  const { version, random } = options;
  // Open through all restarts: what a killed process leaves in the file is tested by killed episodes.
  const database = options.ledger?.begin() ?? openOwnLedger();
  const clock = createVirtualClock();
  let tillOffsetMs = 0;
  let isDiskAlmostFull = false;
  const tillClock: Clock = { ...clock, now: () => clock.now() + tillOffsetMs };
  const training = createTrainingService({ clock, strict: true, balance: '9000000.00' });
  const network = createNetwork(clock, () => training);
  const billers = new Map((await getBillers(version)).map((biller) => [biller.id, biller]));
  const shownPayments = new Map<string, Payment[]>();
  const violations: FaultWorld['violations'] = [];
  const givenBack = new Set<string>();
  const situations: Situations = new Map();
  let till: Till;
  let reporter: Reporter | null = null;
  const attention = createAttention(database, (words) =>
    violations.push({ what: 'drawerOpenedUnasked', words }),
  );
  const device = createFakePrinter(clock, database);

  function recordShownPayment(payment: Payment): void {
    countSentences(payment, situations);
    const states = shownPayments.get(payment.id) ?? [];
    shownPayments.set(payment.id, states);
    const lastPayment = states.at(-1);
    if (lastPayment?.state === payment.state && lastPayment.handOver === payment.handOver) return;
    states.push(payment);
    reporter?.onLedgerChanged();
    checkProof(payment);
    const isCashReleased = payment.handOver === 'now' || payment.handOver === 'done';
    const hasSlip = device.papers.some(
      (paper) => paper.paymentId === payment.id && paper.kind === 'original',
    );
    if (payment.kind === 'cash-out' && isCashReleased && !hasSlip && !isReleased(payment)) {
      violations.push({ what: 'toldWrong', words: `money before its slip: ${payment.externalId}` });
    }
  }

  /** A supervisor released its cash without the slip. */
  function isReleased({ id }: Payment): boolean {
    const row = till.database
      .prepare('SELECT 1 FROM hand_overs WHERE intent_id = ? AND released_at IS NOT NULL')
      .get(id);
    return row !== undefined;
  }

  /** What is shown as done must be done by the service's books, and its last word must not deny it. */
  function checkProof({ kind, state, handOver, externalId, cancels }: Payment): void {
    if (state !== 'paid' && handOver !== 'now' && handOver !== 'done') return;
    if (kind === 'cancel') {
      const original = database
        .prepare('SELECT external_id FROM intents WHERE id = ?')
        .get(cancels);
      const [row] = training.inspect(String(original?.external_id)).transactions;
      if (row?.status === 'refunded' || row?.status === 'reversed') return;
      const words = `the cancel is shown ${state}, the payment is ${row?.status}: ${externalId}`;
      violations.push({ what: 'cancelBelieved', words });
      return;
    }
    const [row] = training.inspect(externalId).transactions;
    const denial = isCrashed(row) ? 'crashed' : network.deniedIds.get(externalId);
    if (denial === undefined) return;
    const words = `${kind} shown ${state}, the service says ${denial}: ${externalId}`;
    violations.push({ what: 'paidWithFailedStatus', words });
  }

  /** An answer that the last run of the program did not write was never received. */
  function forgetUnwrittenDenials(): void {
    const findAnswer = database.prepare(
      `SELECT 1 FROM sends s JOIN intents i ON i.id = s.intent_id
       WHERE i.external_id = ? AND s.raw IS NOT NULL`,
    );
    for (const externalId of network.deniedIds.keys()) {
      if (findAnswer.get(externalId) === undefined) network.deniedIds.delete(externalId);
    }
  }

  /** The service tried it and gave up at once; one that was given back later was performed. */
  function isCrashed(row: TrainingTransaction | undefined): boolean {
    return row?.status === 'crashed' && !givenBack.has(row.externalId);
  }

  function start(failsAtStart = false): void {
    till = openTill({
      database,
      version,
      random,
      billers,
      clock,
      tillClock,
      exchange: network.exchange,
      keys: training.keys,
      device: device.port,
      recordsSteps: options.recordsSteps ?? false,
      hasShopCopy: options.hasShopCopy ?? false,
      isDiskAlmostFull: () => isDiskAlmostFull,
      quit: () => void quit(),
      onShown: recordShownPayment,
    });
    reporter = options.report?.(till, clock) ?? null;
    till.printing.start();
    if (failsAtStart) till.steps.arm(random.between(...MARKING_CALLS), 'throw');
    till.payments.start();
    if (failsAtStart) till.steps.disarm();
    till.refunds.start();
    // As the till does when it connects: the answer corrects its clock.
    void till.service.readAccount();
  }

  async function finish<Value>(call: () => Promise<Value> | Value): Promise<Value | null> {
    const { steps } = till;
    let isDone = false;
    let value: Value | null = null;
    const work = async (): Promise<Value> => await call();
    work().then(
      (result) => {
        value = result;
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

  /** Closes the till: waits for the last answers and the current job, for a limited time. */
  async function quit(): Promise<void> {
    const { payments, refunds, printing, steps } = till;
    const waitAtMost = (): Promise<void> =>
      new Promise((resolve) => {
        clock.after(4000, resolve);
      });
    // The last report to the chain may be interrupted.
    const reporterStopped = Promise.race([reporter?.stop(), waitAtMost()]);
    try {
      refunds.stop();
      await Promise.race([payments.finish(), waitAtMost()]);
      payments.stop();
      await Promise.race([printing.stop(), waitAtMost()]);
      await reporterStopped;
    } catch {
      // A program that fails while it ends has ended too.
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
    attention,
    givenBack,
    situations,
    giveBack: (externalId, status) => {
      if (training.reverseTransaction(externalId, status)) givenBack.add(externalId);
    },
    till: () => till,
    reporter: () => reporter,
    setTillClock: (offsetMs) => {
      tillOffsetMs = offsetMs;
    },
    setDiskAlmostFull: (isAlmostFull) => {
      isDiskAlmostFull = isAlmostFull;
    },
    restart: async ({ isOrderly = false, failsAtStart = false } = {}) => {
      if (isOrderly && !till.steps.hasEnded) {
        const quitDone = quit();
        await clock.advance(9000);
        await quitDone;
      }
      till.steps.end();
      reporter?.disconnect();
      attention.leaveAll();
      network.runNumber += 1;
      start(failsAtStart);
      forgetUnwrittenDenials();
      await clock.advance(100);
    },
    advance: (milliseconds) => clock.advance(milliseconds),
    finish,
    recordShownPayments: () => {
      const ids = database.prepare('SELECT id FROM intents').all();
      try {
        for (const payment of till.payments.listViews(ids.map((row) => String(row.id))))
          recordShownPayment(payment);
      } catch {
        // A till that fails during this shows the cashier nothing.
      }
    },
    performed: () => training.inspect().transactions.filter((row) => !isCrashed(row)),
    close: () => {
      till.steps.end();
      reporter?.disconnect();
      till.payments.stop();
      till.refunds.stop();
      database.close();
      training.close();
    },
  };
  return world;
}

/** A ledger that is deleted when it is closed. */
function openOwnLedger(): Database {
  const database = openTestLedger(join(createLedgerFolder(), 'ledger.sqlite'), testCodes);
  const close = (): void => {
    database.close();
    rmSync(dirname(database.file), { recursive: true, force: true });
  };
  return { ...database, close };
}
