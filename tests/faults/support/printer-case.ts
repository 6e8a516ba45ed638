import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, vi } from 'vitest';
import type { Clock } from '../../../electron/platform/index.ts';
import type { PrinterTimings } from '../../../electron/printing/index.ts';
import {
  type Counter,
  ended,
  openCounter,
  thatDay,
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
 * One job that a printer spoils at one byte, on a real ledger and over real sockets; the next job;
 * and a cashier who looks into the tray before she answers. No deadline strikes but the one that
 * the case is about, so that a busy machine changes nothing.
 */

const POLL_INTERVAL_MS = 300;

/** As good as never: a deadline that strikes here is a fault of the till. */
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

/** What a real shop waits for passes at once; the rest as it is. */
function createHurriedClock(struck: Set<number>): Clock {
  return {
    ...thatDay,
    after: (milliseconds, callback) =>
      thatDay.after(
        milliseconds <= POLL_INTERVAL_MS || struck.has(milliseconds) ? 2 : milliseconds,
        callback,
      ),
  };
}

/** A state and its reason, as `unconfirmed/silent`; `printed` has none. */
export type Ending = string;

export interface PrinterCase {
  readonly counter: Counter;
  /** Bytes that the printer takes of one whole job, with all that goes around it. */
  readonly length: number;
  /** Plays one case to its end, where both jobs have their one original. */
  play(how: PrinterFault, after: number): Promise<void>;
  end(): Promise<void>;
}

export async function openPrinterCase(make: Make): Promise<PrinterCase> {
  // What is synced is tried elsewhere: memory takes a commit in no time.
  const place = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  const counter = await openCounter(make, 32, place);
  const { printer } = counter;
  const shop = { name: 'A', address: '', helpLine: '' };
  counter.settings.now = { ...counter.settings.now, shop };
  const struck = new Set<number>();
  const clock = createHurriedClock(struck);
  const timings = { ...UNREACHABLE_TIMEOUTS };
  const printing = counter.open(timings, clock);
  let payments = 0;

  const pay = (): { readonly id: string; readonly word: string } => {
    payments += 1;
    const word = `ticket ${String(payments).padStart(6, '0')}`;
    return { id: counter.pay({ ticket_text: word, fee: null, cash: null, change: null }), word };
  };
  const enqueue = (id: string): void => {
    assertSynchronous(() => {
      counter.database.commit(() => printing.enqueue(id, 'original', 'ana'));
      printing.wake();
    });
  };
  const sentOf = (tape: Tape): unknown =>
    counter.database
      .prepare('SELECT bytes_sent AS sent FROM print_jobs WHERE id = ?')
      .get(tape.jobId)?.sent;
  const lengthOf = (tape: Tape): unknown =>
    counter.database
      .prepare('SELECT byte_count AS length FROM print_jobs WHERE id = ?')
      .get(tape.jobId)?.length;

  // The first after a start may end with more than the others do.
  for (const first of [pay(), pay()]) {
    enqueue(first.id);
    await ended(printing, first.id);
  }
  const length = printer.listConnectionOutputs()[1]?.taken ?? 0;

  /** Whole receipts in the tray, and beginnings of one. */
  const trayOf = (word: string): { readonly whole: number; readonly parts: number } => {
    const papers = printer.listConnectionOutputs().map((one) => readPaper(one, make));
    const mine = papers.filter((one) => one.words.includes(word));
    const whole = mine.filter((one) => one.isCut).length;
    return { whole, parts: mine.length - whole };
  };

  /** The till and the tray do not contradict each other. */
  const agree = (tape: Tape, word: string, nothing: boolean): void => {
    const { whole } = trayOf(word);
    switch (tape.state) {
      case 'printed':
        expect(whole).toBe(1);
        expect(sentOf(tape)).toBe(lengthOf(tape));
        break;
      case 'refused':
      case 'failed':
        expect(nothing).toBe(true);
        expect(sentOf(tape)).toBe(0);
        break;
      case 'unconfirmed':
        expect(sentOf(tape)).toBeGreaterThan(0);
        expect(sentOf(tape)).toBeLessThanOrEqual(Number(lengthOf(tape)));
        break;
      default:
        throw new Error(`not ended: ${tape.state}`);
    }
    expect(whole).toBeLessThanOrEqual(1);
  };

  /** Looks into the tray, answers what she is asked, and has printed what did not come out. */
  const settle = async (payment: { readonly id: string; readonly word: string }): Promise<void> => {
    let tape = await ended(printing, payment.id);
    if (tape.state === 'unconfirmed') {
      const cameOut = trayOf(payment.word).whole > 0;
      const answered = assertSynchronous(() => printing.confirm(tape.jobId, cameOut));
      expect(answered).toMatchObject({
        ok: true,
        value: cameOut ? { state: 'printed' } : { state: 'failed', reason: 'cashier-saw-none' },
      });
      tape = await ended(printing, payment.id);
    }
    if (tape.state !== 'printed') {
      expect(
        await assertAnsweredAtOnce(() => printing.retry(tape.jobId, null, null)),
      ).toMatchObject({
        ok: true,
      });
      tape = await ended(printing, payment.id);
    }
    expect(tape.state).toBe('printed');
    // Who is sure is asked no more, and nothing more is printed.
    expect(printing.confirm(tape.jobId, false)).toMatchObject({ ok: false });
    expect(await printing.retry(tape.jobId, null, null)).toMatchObject({ ok: false });
    expect(trayOf(payment.word).whole).toBe(1);
  };

  const play = async (how: PrinterFault, after: number): Promise<void> => {
    const known = printer.connections;
    const isSilent = after < length && isSilentEnding(how, after, make);
    // Who will say no more is asked some four times.
    timings.confirmTimeoutMs = isSilent ? POLL_INTERVAL_MS : UNREACHABLE_TIMEOUTS.confirmTimeoutMs;
    struck.clear();
    if (isConnectionKeptOpen(how)) struck.add(UNREACHABLE_TIMEOUTS.closeTimeoutMs);
    printer.setCondition({ faultAt: { after, how } });
    const payment = pay();
    enqueue(payment.id);
    const tape = await ended(printing, payment.id);
    expect(listEndings(how, after, length, make)).toContain(getEnding(tape));
    agree(
      tape,
      payment.word,
      (printer.listConnectionOutputs()[known]?.taken ?? 0) === 0 || how === 'reset',
    );

    // The queue goes on with the next one, or says why it cannot.
    timings.confirmTimeoutMs = UNREACHABLE_TIMEOUTS.confirmTimeoutMs;
    if (isMuteAfter(how)) struck.add(UNREACHABLE_TIMEOUTS.answerTimeoutMs);
    const next = pay();
    enqueue(next.id);
    const nextTape = await ended(printing, next.id);
    expect(getEnding(nextTape)).toBe(getNextEnding(how));
    agree(nextTape, next.word, true);

    // Somebody helps the printer. What it held comes out of it; the till sends nothing by itself.
    const before = printer.connections;
    struck.delete(UNREACHABLE_TIMEOUTS.answerTimeoutMs);
    printer.setCondition(GOOD_CONDITION);
    if (isPrintedLater(how)) {
      await vi.waitFor(() => expect(printer.listConnectionOutputs()[known]?.taken).toBe(length), {
        timeout: 120_000,
        interval: 2,
      });
    }
    // A job that had been sent would stand between the two questions.
    for (const asked of [1, 2]) {
      expect(await printing.refreshState()).toMatchObject({ light: 'ready' });
      expect(printer.connections).toBe(before + asked);
    }
    expect(getEnding(await ended(printing, payment.id))).toBe(getEnding(tape));
    expect(getEnding(await ended(printing, next.id))).toBe(getEnding(nextTape));
    await settle(payment);
    await settle(next);
    expect(printing.getState().waitingJobs).toBe(0);
  };

  return {
    counter,
    length,
    play: async (how, after) => {
      try {
        await play(how, after);
      } catch (error) {
        throw new Error(`${make}, ${how} at byte ${after} of ${length}: ${String(error)}`, {
          cause: error,
        });
      }
    },
    end: async () => {
      struck.add(UNREACHABLE_TIMEOUTS.closeTimeoutMs).add(UNREACHABLE_TIMEOUTS.shutdownGraceMs);
      await counter.end();
    },
  };
}

interface Paper {
  readonly words: readonly string[];
  readonly isCut: boolean;
}

const paperCache = new WeakMap<Buffer, Paper>();

/** A paper does not change but by being another one: each is read once. */
function readPaper({ printed }: ConnectionOutput, make: Make): Paper {
  const known = paperCache.get(printed);
  if (known !== undefined) return known;
  const decoded = decodePrinted(printed, make);
  const paper = { words: decoded.lines.map((line) => line.text), isCut: decoded.cuts > 0 };
  paperCache.set(printed, paper);
  return paper;
}

function getEnding(tape: Tape): Ending {
  return tape.reason === null ? tape.state : `${tape.state}/${tape.reason}`;
}

/** Star says by itself what is wrong with it, from when it is told to: with its first command. */
const STAR_AUTOMATIC = 4;

function isSilentEnding(how: PrinterFault, after: number, make: Make): boolean {
  const isUntold = make === 'star' && after < STAR_AUTOMATIC;
  return ['half-open', 'deaf', 'mute'].includes(how) || (isStandstill(how) && isUntold);
}

function isStandstill(how: PrinterFault): boolean {
  return ['paper-out', 'cover-open', 'offline', 'error'].includes(how);
}

/** The printer does not close when the till does. */
function isConnectionKeptOpen(how: PrinterFault): boolean {
  return how === 'half-open' || how === 'deaf';
}

function isMuteAfter(how: PrinterFault): boolean {
  return how === 'deaf' || how === 'mute';
}

/** What was sent is in the printer, or on the line to it, and comes out in the end. */
function isPrintedLater(how: PrinterFault): boolean {
  return how !== 'reset' && how !== 'half-open';
}

function listEndings(
  how: PrinterFault,
  after: number,
  length: number,
  make: Make,
): readonly Ending[] {
  if (how === 'remark' || how === 'pause') return ['printed'];
  if (how === 'reset' || how === 'half-closed') {
    // Between the printer's answer and our first byte nobody knows who was first.
    if (after === 0) return ['failed/broke-off', 'unconfirmed/broke-off'];
    const broken = ['unconfirmed/broke-off'];
    if (after < length) return broken;
    // A reset may take the printer's last word with it.
    return how === 'reset' ? [...broken, 'printed'] : ['printed'];
  }
  if (after === length) return ['printed'];
  return [isSilentEnding(how, after, make) ? 'unconfirmed/silent' : `unconfirmed/${how}`];
}

function getNextEnding(how: PrinterFault): Ending {
  if (isStandstill(how)) return `refused/${how}`;
  return isMuteAfter(how) ? 'failed/silent' : 'printed';
}

function assertSynchronous<Value>(call: () => Value): Value {
  const answer = call();
  expect(answer instanceof Promise).toBe(false);
  return answer;
}

/** The call answers before anything else has its turn: it waits for no printer. */
export async function assertAnsweredAtOnce<Value>(call: () => Promise<Value>): Promise<Value> {
  let hasTurned = false;
  const turn = setImmediate(() => {
    hasTurned = true;
  });
  const answer = await call();
  clearImmediate(turn);
  expect(hasTurned).toBe(false);
  return answer;
}
