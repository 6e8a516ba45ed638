import { deflateRawSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decodePrinted } from '../../../tests/support/virtual-printer/index.ts';
import { createVirtualClock, type VirtualClock } from '../../platform/index.ts';
import type { PrintJobResult } from '../devices/index.ts';
import { type Counter, LONG_TIMINGS, openCounter, PAID_AT } from '../printing.fixture.ts';
import type { Printing } from '../types.ts';
import { startPrintJob } from './job-changes.ts';

const PRINTED: PrintJobResult = { kind: 'printed', isPaperLow: false };
const REFUSED: PrintJobResult = { kind: 'refused', reason: 'paper-out' };
const UNKNOWN: PrintJobResult = { kind: 'unconfirmed', reason: 'silent' };
const UNREACHABLE: PrintJobResult = { kind: 'failed', reason: 'unreachable', bytesSent: 0 };
const QUARTER_OF_AN_HOUR = 15 * 60_000;

let counter: Counter;
let clock: VirtualClock;
let printing: Printing;
/** The results of the next jobs. */
let results: ((bytes: Uint8Array) => PrintJobResult)[];
/** The number of drawer pulses in each job that was sent to the printer. */
let pulses: number[];

beforeEach(async () => {
  counter = await openCounter();
  clock = createVirtualClock(Date.parse(PAID_AT));
  results = [];
  pulses = [];
  open();
});
afterEach(async () => await counter.end());

function open(): void {
  printing = counter.open(LONG_TIMINGS, clock, {
    readStatus: async () => ({ kind: 'ready', isPaperLow: false }),
    print: async ({ bytes }, onLeaving) => {
      const createResult = results.shift() ?? (() => PRINTED);
      const result = createResult(bytes);
      const isLeaving =
        result.kind !== 'refused' && !(result.kind === 'failed' && hasSentNothing(result));
      if (isLeaving) onLeaving();
      pulses.push(decodePrinted(Buffer.from(bytes), 'epson').drawerPulses);
      return result;
    },
  });
}

function hasSentNothing({ bytesSent }: { readonly bytesSent: number }): boolean {
  return bytesSent === 0;
}

const createInterruption =
  (bytesSent: (bytes: Uint8Array) => number) =>
  (bytes: Uint8Array): PrintJobResult => ({
    kind: 'failed',
    reason: 'broke-off',
    bytesSent: bytesSent(bytes),
  });

/** A receipt opens the drawer at its beginning, the slip of a cash-out at its end. */
const PAPERS = {
  first: () => counter.pay(),
  last: () => counter.pay({ kind: 'cash-out', cash: null, change: null, fee: null }),
} as const;
type Moment = keyof typeof PAPERS;

async function print(moment: Moment): Promise<string> {
  const jobId = enqueue(moment);
  printing.wake();
  await waitUntilEnded(jobId);
  return jobId;
}

function enqueue(moment: Moment): string {
  const payment = PAPERS[moment]();
  return counter.database.commit(() => printing.enqueuePaymentPaper(payment, 'original', 'ana'));
}

async function waitUntilEnded(jobId: string): Promise<string> {
  let state = '';
  await expect
    .poll(() => {
      const job = printing.getJobTape(jobId);
      state = job.ok ? job.value.state : '';
      return ['waiting', 'printing', ''].includes(state);
    })
    .toBe(false);
  return state;
}

function isDrawerKept(jobId: string): boolean | null {
  const job = printing.getJobTape(jobId);
  return job.ok ? job.value.isDrawerKept : null;
}

async function retry(jobId: string): Promise<string> {
  const job = printing.getJobTape(jobId);
  if (job.ok && job.value.state === 'unconfirmed') {
    expect(printing.confirmJob(jobId, false)).toMatchObject({ ok: true });
  }
  expect(await printing.retryJob(jobId, null, null)).toMatchObject({ ok: true });
  return await waitUntilEnded(jobId);
}

describe.each<Moment>(['first', 'last'])('a paper with its drawer pulse %s', (moment) => {
  it.each([REFUSED, UNREACHABLE])(
    'opens the drawer at the retry if nothing was sent: %o',
    async (result) => {
      results = [() => result, () => result];
      const jobId = await print(moment);
      expect(await retry(jobId)).not.toBe('printed');
      expect(await retry(jobId)).toBe('printed');
      expect(pulses).toEqual([1, 1, 1]);
    },
  );

  it('prints a paper again without its drawer pulse if the whole job had been sent', async () => {
    results = [() => UNKNOWN];
    const jobId = await print(moment);
    expect(isDrawerKept(jobId)).toBe(false);
    expect(await retry(jobId)).toBe('printed');
    expect(pulses).toEqual([1, 0]);
    // The tape tells the cashier, with the way to open the drawer.
    expect(isDrawerKept(jobId)).toBe(true);
  });

  it('never opens the drawer twice, even if a retry in between sent nothing', async () => {
    results = [() => UNKNOWN, () => UNREACHABLE, () => REFUSED];
    const jobId = await print(moment);
    while ((await retry(jobId)) !== 'printed');
    expect(pulses).toEqual([1, 0, 0, 0]);
  });

  it('does not open the drawer again after a crash during the sending', async () => {
    const jobId = enqueue(moment);
    counter.database.commit(() => {
      startPrintJob(counter.database, jobId, {
        compressedLines: deflateRawSync('[]'),
        compressedBytes: deflateRawSync('as it was'),
        bytes: Buffer.from('as it was'),
        drawerPulseOffset: 2,
        columns: 42,
        model: 'epson',
        ticketText: 'none',
        isTicketCut: false,
        pictures: new Map(),
        picture: null,
      });
      counter.database.prepare('UPDATE print_jobs SET bytes_sent = byte_count').run();
    });
    open();
    printing.start();
    expect(await waitUntilEnded(jobId)).toBe('unconfirmed');
    expect(await retry(jobId)).toBe('printed');
    expect(pulses).toEqual([0]);
  });

  it('opens the drawer only within 15 minutes', async () => {
    results = [() => REFUSED, () => REFUSED];
    const jobId = await print(moment);
    clock.jump(QUARTER_OF_AN_HOUR);
    expect(await retry(jobId)).toBe('refused');
    expect(isDrawerKept(jobId)).toBe(false);
    clock.jump(1);
    expect(await retry(jobId)).toBe('printed');
    expect(pulses).toEqual([1, 1, 0]);
    expect(isDrawerKept(jobId)).toBe(true);
  });

  it('leaves the drawer shut if the outcome became known after more than 15 minutes', async () => {
    clock.jump(QUARTER_OF_AN_HOUR + 1);
    const jobId = await print(moment);
    expect(pulses).toEqual([0]);
    expect(isDrawerKept(jobId)).toBe(true);
    // The tape of an old paper does not report it.
    clock.jump(QUARTER_OF_AN_HOUR + 1);
    expect(isDrawerKept(jobId)).toBe(false);
  });
});

it('prints a paper again without its leading drawer pulse if only a beginning had been sent', async () => {
  results = [createInterruption(() => 20)];
  const jobId = await print('first');
  expect(await retry(jobId)).toBe('printed');
  expect(pulses).toEqual([1, 0]);
});

it('reports the sent share of an interrupted paper until it is printed', async () => {
  const getSentShare = (jobId: string): number | null | undefined => {
    const job = printing.getJobTape(jobId);
    return job.ok ? job.value.sentShare : undefined;
  };
  results = [createInterruption((bytes) => Math.round(bytes.length / 4)), () => UNREACHABLE];
  const jobId = await print('first');
  expect(getSentShare(jobId)).toBeCloseTo(0.25, 2);
  expect(await retry(jobId)).toBe('failed');
  expect(getSentShare(jobId)).toBe(0);
  expect(await retry(jobId)).toBe('printed');
  expect(getSentShare(jobId)).toBeNull();
});

it('opens the drawer at the end of a paper that was interrupted before its pulse', async () => {
  const pulseLength = 5;
  results = [
    createInterruption(() => 20),
    createInterruption((bytes) => bytes.length - pulseLength),
    createInterruption((bytes) => bytes.length - pulseLength + 1),
  ];
  const jobId = await print('last');
  while ((await retry(jobId)) !== 'printed');
  expect(pulses).toEqual([1, 1, 1, 0]);
});

it('reports no shut drawer for a paper without a pulse', async () => {
  results = [() => UNKNOWN];
  const report = { name: 'corte', drawer: 'stays', guard: null, lines: [] } as const;
  const jobId = counter.database.commit(() => printing.enqueueReport(report, 'ana', null));
  printing.wake();
  await waitUntilEnded(jobId);
  expect(await retry(jobId)).toBe('printed');
  expect(isDrawerKept(jobId)).toBe(false);
});

it('opens the drawer once for a slip of the drawer', async () => {
  results = [() => UNKNOWN];
  const slip = { name: 'salida', drawer: 'last', guard: null, lines: [] } as const;
  const jobId = counter.database.commit(() => printing.enqueueReport(slip, 'ana', 'luis'));
  printing.wake();
  expect(await waitUntilEnded(jobId)).toBe('unconfirmed');
  expect(await retry(jobId)).toBe('printed');
  expect(pulses).toEqual([1, 0]);
});

describe('the drawer for a basket', () => {
  /** Creates a basket of three payments, each paid when its receipt is queued. */
  function createBasket(): string[] {
    const payments = [1, 2, 3].map(() => counter.pay({ cash: null, change: null }));
    counter.database.commit(() => {
      counter.database
        .prepare(
          `INSERT INTO baskets (id, number, created_at, cashier_id, cashier_name, shift_id, items, due,
             cash, shop_currency) VALUES ('b', 1, ?, 'ana', 'Ana', 's', '[{}, {}, {}]', '3', '5', 'MXN')`,
        )
        .run(PAID_AT);
      for (const [index, id] of payments.entries()) {
        counter.database
          .prepare('INSERT INTO basket_payments (intent_id, basket_id, number) VALUES (?, ?, ?)')
          .run(id, 'b', index + 1);
      }
    });
    return payments;
  }
  const enqueueOriginals = (payments: readonly string[]): string[] =>
    counter.database.commit(() =>
      payments.map((id) => printing.enqueuePaymentPaper(id, 'original', 'ana')),
    );

  it('opens once, with the first receipt, and the tapes report no shut drawer', async () => {
    // The first item was refused: it has no receipt.
    const jobs = enqueueOriginals(createBasket().slice(1));
    printing.wake();
    for (const jobId of jobs) expect(await waitUntilEnded(jobId)).toBe('printed');
    expect(pulses).toEqual([1, 0]);
    expect(jobs.map(isDrawerKept)).toEqual([false, false]);
    const lines = jobs.map((jobId) => {
      const job = printing.getJobTape(jobId);
      return job.ok ? JSON.stringify(job.value.lines) : '';
    });
    expect(lines[0]).toMatch(/Canasta +2 \/ 3/);
    expect(lines[1]).toMatch(/Canasta +3 \/ 3/);
  });

  it('opens with the next receipt if the first was not sent, and then not again', async () => {
    const [first = '', second = ''] = createBasket();
    results = [() => UNREACHABLE];
    const [failedJob = ''] = enqueueOriginals([first]);
    printing.wake();
    expect(await waitUntilEnded(failedJob)).toBe('failed');
    const [nextJob = ''] = enqueueOriginals([second]);
    printing.wake();
    expect(await waitUntilEnded(nextJob)).toBe('printed');
    expect(await retry(failedJob)).toBe('printed');
    expect(pulses).toEqual([1, 1, 0]);
  });

  it('stays shut with every later receipt, even after minutes', async () => {
    const jobs: string[] = [];
    for (const payment of createBasket()) {
      jobs.push(...enqueueOriginals([payment]));
      printing.wake();
      expect(await waitUntilEnded(jobs.at(-1) ?? '')).toBe('printed');
      clock.jump(3 * 60_000);
    }
    expect(pulses).toEqual([1, 0, 0]);
    expect(jobs.map(isDrawerKept)).toEqual([false, false, false]);
  });

  describe('for change after the receipts', () => {
    const requestChange = (payment: string): void => {
      counter.database.commit(() => printing.openDrawerForChange(payment, 'ana'));
      printing.wake();
    };
    const isIdle = (): boolean =>
      counter.database
        .prepare("SELECT 1 FROM print_jobs WHERE state IN ('waiting', 'printing')")
        .get() === undefined;

    it('opens once with only a pulse if it was shut since the first receipt', async () => {
      const [first = ''] = createBasket();
      const [receipt = ''] = enqueueOriginals([first]);
      printing.wake();
      expect(await waitUntilEnded(receipt)).toBe('printed');
      clock.jump(15_001);
      requestChange(first);
      await expect.poll(isIdle).toBe(true);
      expect(pulses).toEqual([1, 1]);
      requestChange(first);
      await expect.poll(isIdle).toBe(true);
      expect(pulses).toEqual([1, 1]);
      expect(printing.listPaymentTapes(first)).toHaveLength(1);
    });

    it('does not open if it opened moments ago or opens with a waiting receipt', async () => {
      const [first = '', second = ''] = createBasket();
      const [receipt = ''] = enqueueOriginals([first]);
      requestChange(first);
      expect(await waitUntilEnded(receipt)).toBe('printed');
      clock.jump(14_000);
      requestChange(first);
      await expect.poll(isIdle).toBe(true);
      expect(pulses).toEqual([1]);
      // A receipt without a pulse does not replace the pulse for the change.
      clock.jump(QUARTER_OF_AN_HOUR / 2);
      const [lateJob = ''] = enqueueOriginals([second]);
      requestChange(first);
      expect(await waitUntilEnded(lateJob)).toBe('printed');
      await expect.poll(isIdle).toBe(true);
      expect(pulses).toEqual([1, 0, 1]);
    });

    it('opens if the only receipt was not sent, and not again with that receipt', async () => {
      const [first = ''] = createBasket();
      results = [() => UNREACHABLE];
      const [failedJob = ''] = enqueueOriginals([first]);
      printing.wake();
      expect(await waitUntilEnded(failedJob)).toBe('failed');
      requestChange(first);
      await expect.poll(isIdle).toBe(true);
      expect(await retry(failedJob)).toBe('printed');
      expect(pulses).toEqual([1, 1, 0]);
    });
  });

  it('reports the drawer as shut for 15 minutes if the pulse for the change of a basket came too late', async () => {
    const [first = ''] = createBasket();
    const [receipt = ''] = enqueueOriginals([first]);
    printing.wake();
    expect(await waitUntilEnded(receipt)).toBe('printed');
    expect(isDrawerKept(receipt)).toBe(false);
    clock.jump(QUARTER_OF_AN_HOUR + 1);
    counter.database.commit(() => printing.openDrawerForChange(first, 'ana'));
    printing.wake();
    await expect.poll(() => isDrawerKept(receipt)).toBe(true);
    expect(pulses).toEqual([1]);
    clock.jump(QUARTER_OF_AN_HOUR + 1);
    expect(isDrawerKept(receipt)).toBe(false);
  });

  it('opens once if all receipts are skipped at once', async () => {
    counter.settings.now = { ...counter.settings.now, receipts: 'on-request' };
    results = [() => REFUSED];
    const payments = createBasket();
    enqueueOriginals(payments);
    printing.wake();
    const listPulseStates = () =>
      counter.database
        .prepare("SELECT state FROM print_jobs WHERE kind = 'drawer' ORDER BY number")
        .all()
        .map(({ state }) => state);
    // The first pulse is refused, the second opens the drawer, and the third is skipped.
    await expect.poll(listPulseStates).toEqual(['refused', 'printed', 'skipped']);
    expect(pulses).toEqual([1, 1]);
    expect(payments.map((id) => printing.getPaymentTape(id)?.isDrawerKept)).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('opens once if the receipts are printed only on request', async () => {
    counter.settings.now = { ...counter.settings.now, receipts: 'on-request' };
    const payments = createBasket();
    for (const id of payments) {
      enqueueOriginals([id]);
      printing.wake();
      await expect
        .poll(() =>
          counter.database
            .prepare("SELECT 1 FROM print_jobs WHERE state IN ('waiting', 'printing')")
            .get(),
        )
        .toBeUndefined();
    }
    expect(pulses).toEqual([1]);
  });
});
