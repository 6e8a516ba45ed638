import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, vi } from 'vitest';
import type { Clock } from '../../../electron/platform/index.ts';
import type { PrinterTimings } from '../../../electron/printing/index.ts';
import {
  type Counter,
  openCounter,
  paymentDayClock,
  waitUntilPrintJobEnded,
} from '../../../electron/printing/printing.fixture.ts';
import type { Tape } from '../../../shared/contract/index.ts';
import {
  type ConnectionOutput,
  decodePrinted,
  GOOD_CONDITION,
  type Make,
  type PrinterFault,
} from '../../support/virtual-printer/index.ts';

/**
 * One job in which a printer fails at one byte, on a real ledger and over real sockets; the next
 * job; and a cashier who checks the paper before she answers. Only the timeout that the case is
 * about may be reached, so that a busy machine changes nothing.
 */

const POLL_INTERVAL_MS = 300;

/** Never reached: a timeout among these is a fault of the till. */
const UNREACHABLE_TIMEOUTS: PrinterTimings = {
  connectTimeoutMs: 600_001,
  answerTimeoutMs: 600_002,
  stallTimeoutMs: 600_003,
  confirmTimeoutMs: 600_004,
  pollIntervalMs: POLL_INTERVAL_MS,
  closeTimeoutMs: 600_005,
  settleTimeoutMs: POLL_INTERVAL_MS,
  shutdownGraceMs: 600_006,
  retryDelayMs: 600_007,
};

/** Shortens the waits of the case to 2 ms; other waits do not change. */
function createShortenedClock(shortenedTimeouts: Set<number>): Clock {
  return {
    ...paymentDayClock,
    after: (milliseconds, callback) =>
      paymentDayClock.after(
        milliseconds <= POLL_INTERVAL_MS || shortenedTimeouts.has(milliseconds) ? 2 : milliseconds,
        callback,
      ),
  };
}

/** A state and its reason, as `unconfirmed/silent`; `printed` has none. */
export type JobEnding = string;

export interface PrinterCase {
  readonly counter: Counter;
  /** The number of bytes that the printer takes of one whole job, with all commands around it. */
  readonly length: number;
  /** Runs one case to its end, where each of both jobs has exactly one original. */
  run(fault: PrinterFault, after: number): Promise<void>;
  close(): Promise<void>;
}

export async function openPrinterCase(make: Make): Promise<PrinterCase> {
  // Other tests check what is synced: a commit to memory is fast.
  const baseFolder = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  const counter = await openCounter(make, 32, baseFolder);
  const { printer } = counter;
  const shop = { name: 'A', address: '', helpLine: '' };
  counter.settings.now = { ...counter.settings.now, shop };
  const shortenedTimeouts = new Set<number>();
  const clock = createShortenedClock(shortenedTimeouts);
  const timings = { ...UNREACHABLE_TIMEOUTS };
  const printing = counter.open(timings, clock);
  let paymentCount = 0;

  const pay = (): { readonly id: string; readonly ticketText: string } => {
    paymentCount += 1;
    const ticketText = `ticket ${String(paymentCount).padStart(6, '0')}`;
    return {
      id: counter.pay({ ticket_text: ticketText, fee: null, cash: null, change: null }),
      ticketText,
    };
  };
  const enqueue = (id: string): void => {
    assertSynchronous(() => {
      counter.database.commit(() => printing.enqueuePaymentPaper(id, 'original', 'ana'));
      printing.wake();
    });
  };
  const getBytesSent = (tape: Tape): unknown =>
    counter.database
      .prepare('SELECT bytes_sent AS sent FROM print_jobs WHERE id = ?')
      .get(tape.jobId)?.sent;
  const getByteCount = (tape: Tape): unknown =>
    counter.database
      .prepare('SELECT byte_count AS length FROM print_jobs WHERE id = ?')
      .get(tape.jobId)?.length;

  // The first job after a start may end with other bytes than later jobs.
  for (const first of [pay(), pay()]) {
    enqueue(first.id);
    await waitUntilPrintJobEnded(printing, first.id);
  }
  const length = printer.listConnectionOutputs()[1]?.takenCount ?? 0;

  /** Counts the complete and the incomplete receipts with this text. */
  const countReceipts = (
    ticketText: string,
  ): { readonly complete: number; readonly incomplete: number } => {
    const papers = printer.listConnectionOutputs().map((output) => readPaper(output, make));
    const ownPapers = papers.filter((paper) => paper.lines.includes(ticketText));
    const completeCount = ownPapers.filter((paper) => paper.isCut).length;
    return { complete: completeCount, incomplete: ownPapers.length - completeCount };
  };

  /** The till's state and the printed paper must agree. */
  const assertConsistent = (tape: Tape, ticketText: string, canFail: boolean): void => {
    const { complete: completeCount } = countReceipts(ticketText);
    switch (tape.state) {
      case 'printed':
        expect(completeCount).toBe(1);
        expect(getBytesSent(tape)).toBe(getByteCount(tape));
        break;
      case 'refused':
      case 'failed':
        expect(canFail).toBe(true);
        expect(getBytesSent(tape)).toBe(0);
        break;
      case 'unconfirmed':
        expect(getBytesSent(tape)).toBeGreaterThan(0);
        expect(getBytesSent(tape)).toBeLessThanOrEqual(Number(getByteCount(tape)));
        break;
      default:
        throw new Error(`not ended: ${tape.state}`);
    }
    expect(completeCount).toBeLessThanOrEqual(1);
  };

  /** The cashier checks the paper, answers the till's question, and reprints what did not print. */
  const settle = async (payment: {
    readonly id: string;
    readonly ticketText: string;
  }): Promise<void> => {
    let tape = await waitUntilPrintJobEnded(printing, payment.id);
    if (tape.state === 'unconfirmed') {
      const cameOut = countReceipts(payment.ticketText).complete > 0;
      const confirmation = assertSynchronous(() => printing.confirmJob(tape.jobId, cameOut));
      expect(confirmation).toMatchObject({
        ok: true,
        value: cameOut ? { state: 'printed' } : { state: 'failed', reason: 'cashier-saw-none' },
      });
      tape = await waitUntilPrintJobEnded(printing, payment.id);
    }
    if (tape.state !== 'printed') {
      expect(
        await assertAnsweredAtOnce(() => printing.retryJob(tape.jobId, null, null)),
      ).toMatchObject({
        ok: true,
      });
      tape = await waitUntilPrintJobEnded(printing, payment.id);
    }
    expect(tape.state).toBe('printed');
    // A certain outcome cannot be confirmed or retried, and nothing more is printed.
    expect(printing.confirmJob(tape.jobId, false)).toMatchObject({ ok: false });
    expect(await printing.retryJob(tape.jobId, null, null)).toMatchObject({ ok: false });
    expect(countReceipts(payment.ticketText).complete).toBe(1);
  };

  const runCase = async (fault: PrinterFault, after: number): Promise<void> => {
    const connectionsBefore = printer.connections;
    const isSilent = after < length && isSilentEnding(fault, after, make);
    // A printer that sends nothing more is asked about four times.
    timings.confirmTimeoutMs = isSilent ? POLL_INTERVAL_MS : UNREACHABLE_TIMEOUTS.confirmTimeoutMs;
    shortenedTimeouts.clear();
    if (isConnectionKeptOpen(fault)) shortenedTimeouts.add(UNREACHABLE_TIMEOUTS.closeTimeoutMs);
    printer.setCondition({ faultAt: { after, how: fault } });
    const payment = pay();
    enqueue(payment.id);
    const tape = await waitUntilPrintJobEnded(printing, payment.id);
    expect(listEndings(fault, after, length, make)).toContain(getEnding(tape));
    assertConsistent(
      tape,
      payment.ticketText,
      (printer.listConnectionOutputs()[connectionsBefore]?.takenCount ?? 0) === 0 ||
        fault === 'reset',
    );

    // The queue continues with the next job, or reports why it cannot.
    timings.confirmTimeoutMs = UNREACHABLE_TIMEOUTS.confirmTimeoutMs;
    if (isSilentAfter(fault)) shortenedTimeouts.add(UNREACHABLE_TIMEOUTS.answerTimeoutMs);
    const nextPayment = pay();
    enqueue(nextPayment.id);
    const nextTape = await waitUntilPrintJobEnded(printing, nextPayment.id);
    expect(getEnding(nextTape)).toBe(getNextEnding(fault));
    assertConsistent(nextTape, nextPayment.ticketText, true);

    // The printer's fault is removed. It prints what it has in memory; the till sends nothing by
    // itself.
    const connectionsAtRepair = printer.connections;
    shortenedTimeouts.delete(UNREACHABLE_TIMEOUTS.answerTimeoutMs);
    printer.setCondition(GOOD_CONDITION);
    if (isPrintedLater(fault)) {
      await vi.waitFor(
        () => expect(printer.listConnectionOutputs()[connectionsBefore]?.takenCount).toBe(length),
        {
          timeout: 120_000,
          interval: 2,
        },
      );
    }
    // A job that was sent would add a connection between the two requests.
    for (const requestCount of [1, 2]) {
      expect(await printing.refreshState()).toMatchObject({ light: 'ready' });
      expect(printer.connections).toBe(connectionsAtRepair + requestCount);
    }
    expect(getEnding(await waitUntilPrintJobEnded(printing, payment.id))).toBe(getEnding(tape));
    expect(getEnding(await waitUntilPrintJobEnded(printing, nextPayment.id))).toBe(
      getEnding(nextTape),
    );
    await settle(payment);
    await settle(nextPayment);
    expect(printing.getState().waitingJobs).toBe(0);
  };

  return {
    counter,
    length,
    run: async (fault, after) => {
      try {
        await runCase(fault, after);
      } catch (error) {
        throw new Error(`${make}, ${fault} at byte ${after} of ${length}: ${String(error)}`, {
          cause: error,
        });
      }
    },
    close: async () => {
      shortenedTimeouts
        .add(UNREACHABLE_TIMEOUTS.closeTimeoutMs)
        .add(UNREACHABLE_TIMEOUTS.shutdownGraceMs);
      await counter.end();
    },
  };
}

interface Paper {
  readonly lines: readonly string[];
  readonly isCut: boolean;
}

const paperCache = new WeakMap<Buffer, Paper>();

/** A printed paper never changes, so each one is read once. */
function readPaper({ printedBytes }: ConnectionOutput, make: Make): Paper {
  const cachedPaper = paperCache.get(printedBytes);
  if (cachedPaper !== undefined) return cachedPaper;
  const decoded = decodePrinted(printedBytes, make);
  const paper = { lines: decoded.lines.map((line) => line.text), isCut: decoded.cuts > 0 };
  paperCache.set(printedBytes, paper);
  return paper;
}

function getEnding(tape: Tape): JobEnding {
  return tape.reason === null ? tape.state : `${tape.state}/${tape.reason}`;
}

/** Star sends its status automatically after the first command of a job, which has four bytes. */
const STAR_AUTOMATIC_STATUS_BYTES = 4;

function isSilentEnding(fault: PrinterFault, after: number, make: Make): boolean {
  const isAutomaticStatusOff = make === 'star' && after < STAR_AUTOMATIC_STATUS_BYTES;
  return (
    ['half-open', 'deaf', 'mute'].includes(fault) ||
    (isStoppingFault(fault) && isAutomaticStatusOff)
  );
}

function isStoppingFault(fault: PrinterFault): boolean {
  return ['paper-out', 'cover-open', 'offline', 'error'].includes(fault);
}

/** The printer does not close the connection when the till does. */
function isConnectionKeptOpen(fault: PrinterFault): boolean {
  return fault === 'half-open' || fault === 'deaf';
}

function isSilentAfter(fault: PrinterFault): boolean {
  return fault === 'deaf' || fault === 'mute';
}

/** What was sent is in the printer, or in the connection to it, and is printed in the end. */
function isPrintedLater(fault: PrinterFault): boolean {
  return fault !== 'reset' && fault !== 'half-open';
}

function listEndings(
  fault: PrinterFault,
  after: number,
  length: number,
  make: Make,
): readonly JobEnding[] {
  if (fault === 'remark' || fault === 'pause') return ['printed'];
  if (fault === 'reset' || fault === 'half-closed') {
    // Between the printer's reply and the till's first byte, either may be first.
    if (after === 0) return ['failed/broke-off', 'unconfirmed/broke-off'];
    const interrupted = ['unconfirmed/broke-off'];
    if (after < length) return interrupted;
    // A reset may lose the printer's last reply.
    return fault === 'reset' ? [...interrupted, 'printed'] : ['printed'];
  }
  if (after === length) return ['printed'];
  return [isSilentEnding(fault, after, make) ? 'unconfirmed/silent' : `unconfirmed/${fault}`];
}

function getNextEnding(fault: PrinterFault): JobEnding {
  if (isStoppingFault(fault)) return `refused/${fault}`;
  return isSilentAfter(fault) ? 'failed/silent' : 'printed';
}

function assertSynchronous<Value>(call: () => Value): Value {
  const answer = call();
  expect(answer instanceof Promise).toBe(false);
  return answer;
}

/**
 * Asserts that the call resolves before the next turn of the event loop, so it does not wait for
 * the printer.
 */
export async function assertAnsweredAtOnce<Value>(call: () => Promise<Value>): Promise<Value> {
  let hasNextTurnBegun = false;
  const nextTurn = setImmediate(() => {
    hasNextTurnBegun = true;
  });
  const answer = await call();
  clearImmediate(nextTurn);
  expect(hasNextTurnBegun).toBe(false);
  return answer;
}
