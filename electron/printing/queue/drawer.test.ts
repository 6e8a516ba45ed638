import { deflateRawSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decodePrinted } from '../../../tests/support/virtual-printer/index.ts';
import { createVirtualClock, type VirtualClock } from '../../platform/index.ts';
import type { JobResult } from '../devices/index.ts';
import { type Counter, openCounter, PAID_AT, PATIENT } from '../printing.fixture.ts';
import type { Printing } from '../types.ts';
import { startPrintJob } from './job-changes.ts';

const PRINTED: JobResult = { kind: 'printed', isPaperLow: false };
const REFUSED: JobResult = { kind: 'refused', why: 'paper-out' };
const UNKNOWN: JobResult = { kind: 'unconfirmed', why: 'silent' };
const UNREACHABLE: JobResult = { kind: 'failed', why: 'unreachable', bytesSent: 0 };
const QUARTER_OF_AN_HOUR = 15 * 60_000;

let counter: Counter;
let clock: VirtualClock;
let printing: Printing;
/** What the printer does with the next jobs. */
let fates: ((bytes: Uint8Array) => JobResult)[];
/** How often each job that left opens the drawer. */
let pulses: number[];

beforeEach(async () => {
  counter = await openCounter();
  clock = createVirtualClock(Date.parse(PAID_AT));
  fates = [];
  pulses = [];
  open();
});
afterEach(async () => await counter.end());

function open(): void {
  printing = counter.open(PATIENT, clock, {
    readStatus: async () => ({ kind: 'ready', isPaperLow: false }),
    print: async ({ bytes }, onLeaving) => {
      const fate = fates.shift() ?? (() => PRINTED);
      const result = fate(bytes);
      const isLeaving = result.kind !== 'refused' && !(result.kind === 'failed' && isNone(result));
      if (isLeaving) onLeaving();
      pulses.push(decodePrinted(Buffer.from(bytes), 'epson').drawerPulses);
      return result;
    },
  });
}

function isNone({ bytesSent }: { readonly bytesSent: number }): boolean {
  return bytesSent === 0;
}

const brokenOff =
  (bytesSent: (bytes: Uint8Array) => number) =>
  (bytes: Uint8Array): JobResult => ({
    kind: 'failed',
    why: 'broke-off',
    bytesSent: bytesSent(bytes),
  });

/** A receipt opens the drawer as it begins, a cash-out's slip once all of it has come out. */
const PAPERS = {
  first: () => counter.pay(),
  last: () => counter.pay({ kind: 'cash-out', cash: null, change: null, fee: null }),
} as const;
type Moment = keyof typeof PAPERS;

async function print(moment: Moment): Promise<string> {
  const jobId = enqueue(moment);
  printing.wake();
  await settled(jobId);
  return jobId;
}

function enqueue(moment: Moment): string {
  const payment = PAPERS[moment]();
  return counter.database.commit(() => printing.enqueue(payment, 'original', 'ana'));
}

async function settled(jobId: string): Promise<string> {
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

async function again(jobId: string): Promise<string> {
  const job = printing.getJobTape(jobId);
  if (job.ok && job.value.state === 'unconfirmed') {
    expect(printing.confirm(jobId, false)).toMatchObject({ ok: true });
  }
  expect(await printing.retry(jobId, null, null)).toMatchObject({ ok: true });
  return await settled(jobId);
}

describe.each<Moment>(['first', 'last'])('a paper that opens the drawer %s', (moment) => {
  it.each([REFUSED, UNREACHABLE])('opens it at the retry where nothing left: %o', async (fate) => {
    fates = [() => fate, () => fate];
    const jobId = await print(moment);
    expect(await again(jobId)).not.toBe('printed');
    expect(await again(jobId)).toBe('printed');
    expect(pulses).toEqual([1, 1, 1]);
  });

  it('is printed again without it where all of it had left', async () => {
    fates = [() => UNKNOWN];
    const jobId = await print(moment);
    expect(isDrawerKept(jobId)).toBe(false);
    expect(await again(jobId)).toBe('printed');
    expect(pulses).toEqual([1, 0]);
    // The cashier is told, and where the drawer is opened.
    expect(isDrawerKept(jobId)).toBe(true);
  });

  it('never opens it a second time, also where the retry in between sent nothing', async () => {
    fates = [() => UNKNOWN, () => UNREACHABLE, () => REFUSED];
    const jobId = await print(moment);
    while ((await again(jobId)) !== 'printed');
    expect(pulses).toEqual([1, 0, 0, 0]);
  });

  it('does not open it where the program died while the paper left', async () => {
    const jobId = enqueue(moment);
    counter.database.commit(() => {
      startPrintJob(counter.database, jobId, {
        packedLines: deflateRawSync('[]'),
        packedBytes: deflateRawSync('as it was'),
        bytes: Buffer.from('as it was'),
        drawerAt: 2,
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
    expect(await settled(jobId)).toBe('unconfirmed');
    expect(await again(jobId)).toBe('printed');
    expect(pulses).toEqual([0]);
  });

  it('opens it only while the customer can still be there', async () => {
    fates = [() => REFUSED, () => REFUSED];
    const jobId = await print(moment);
    clock.jump(QUARTER_OF_AN_HOUR);
    expect(await again(jobId)).toBe('refused');
    expect(isDrawerKept(jobId)).toBe(false);
    clock.jump(1);
    expect(await again(jobId)).toBe('printed');
    expect(pulses).toEqual([1, 1, 0]);
    expect(isDrawerKept(jobId)).toBe(true);
  });

  it('leaves it shut where the payment became known long after it was begun', async () => {
    clock.jump(QUARTER_OF_AN_HOUR + 1);
    const jobId = await print(moment);
    expect(pulses).toEqual([0]);
    expect(isDrawerKept(jobId)).toBe(true);
    // Whoever looks at the paper another day is told nothing of it.
    clock.jump(QUARTER_OF_AN_HOUR + 1);
    expect(isDrawerKept(jobId)).toBe(false);
  });
});

it('one that opens it first is printed again without it where only a beginning had left', async () => {
  fates = [brokenOff(() => 20)];
  const jobId = await print('first');
  expect(await again(jobId)).toBe('printed');
  expect(pulses).toEqual([1, 0]);
});

it('one that was broken off says how far it came, until it is printed', async () => {
  const shareOf = (jobId: string): number | null | undefined => {
    const job = printing.getJobTape(jobId);
    return job.ok ? job.value.sentShare : undefined;
  };
  fates = [brokenOff((bytes) => Math.round(bytes.length / 4)), () => UNREACHABLE];
  const jobId = await print('first');
  expect(shareOf(jobId)).toBeCloseTo(0.25, 2);
  expect(await again(jobId)).toBe('failed');
  expect(shareOf(jobId)).toBe(0);
  expect(await again(jobId)).toBe('printed');
  expect(shareOf(jobId)).toBeNull();
});

it('one that opens it last still does after it was broken off before the pulse', async () => {
  const pulse = 5;
  fates = [
    brokenOff(() => 20),
    brokenOff((bytes) => bytes.length - pulse),
    brokenOff((bytes) => bytes.length - pulse + 1),
  ];
  const jobId = await print('last');
  while ((await again(jobId)) !== 'printed');
  expect(pulses).toEqual([1, 1, 1, 0]);
});

it('a paper that opens no drawer says nothing of it', async () => {
  fates = [() => UNKNOWN];
  const report = { name: 'corte', drawer: 'stays', guard: null, lines: [] } as const;
  const jobId = counter.database.commit(() => printing.enqueueReport(report, 'ana', null));
  printing.wake();
  await settled(jobId);
  expect(await again(jobId)).toBe('printed');
  expect(isDrawerKept(jobId)).toBe(false);
});

it('a slip of the drawer opens it once as well', async () => {
  fates = [() => UNKNOWN];
  const slip = { name: 'salida', drawer: 'last', guard: null, lines: [] } as const;
  const jobId = counter.database.commit(() => printing.enqueueReport(slip, 'ana', 'luis'));
  printing.wake();
  expect(await settled(jobId)).toBe('unconfirmed');
  expect(await again(jobId)).toBe('printed');
  expect(pulses).toEqual([1, 0]);
});

describe('a basket', () => {
  /** Three items; each is paid when its receipt is queued. */
  function items(): string[] {
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
  const queued = (payments: readonly string[]): string[] =>
    counter.database.commit(() => payments.map((id) => printing.enqueue(id, 'original', 'ana')));

  it('opens the drawer once, with the first of its receipts, and says nothing of a shut one', async () => {
    // The first item was refused: it has no receipt.
    const jobs = queued(items().slice(1));
    printing.wake();
    for (const jobId of jobs) expect(await settled(jobId)).toBe('printed');
    expect(pulses).toEqual([1, 0]);
    expect(jobs.map(isDrawerKept)).toEqual([false, false]);
    const lines = jobs.map((jobId) => {
      const job = printing.getJobTape(jobId);
      return job.ok ? JSON.stringify(job.value.lines) : '';
    });
    expect(lines[0]).toMatch(/Canasta +2 \/ 3/);
    expect(lines[1]).toMatch(/Canasta +3 \/ 3/);
  });

  it('opens it with the next receipt where the first did not leave, and then no more', async () => {
    const [first = '', second = ''] = items();
    fates = [() => UNREACHABLE];
    const [lost = ''] = queued([first]);
    printing.wake();
    expect(await settled(lost)).toBe('failed');
    const [next = ''] = queued([second]);
    printing.wake();
    expect(await settled(next)).toBe('printed');
    expect(await again(lost)).toBe('printed');
    expect(pulses).toEqual([1, 1, 0]);
  });

  it('leaves it shut with every later receipt, however slow it is sent', async () => {
    const jobs: string[] = [];
    for (const payment of items()) {
      jobs.push(...queued([payment]));
      printing.wake();
      expect(await settled(jobs.at(-1) ?? '')).toBe('printed');
      clock.jump(3 * 60_000);
    }
    expect(pulses).toEqual([1, 0, 0]);
    expect(jobs.map(isDrawerKept)).toEqual([false, false, false]);
  });

  describe('gives change that no receipt came with', () => {
    const askForChange = (payment: string): void => {
      counter.database.commit(() => printing.openForChange(payment, 'ana'));
      printing.wake();
    };
    const isIdle = (): boolean =>
      counter.database
        .prepare("SELECT 1 FROM print_jobs WHERE state IN ('waiting', 'printing')")
        .get() === undefined;

    it('by a pulse alone, once, where the drawer was shut since its first receipt', async () => {
      const [first = ''] = items();
      const [receipt = ''] = queued([first]);
      printing.wake();
      expect(await settled(receipt)).toBe('printed');
      clock.jump(15_001);
      askForChange(first);
      await expect.poll(isIdle).toBe(true);
      expect(pulses).toEqual([1, 1]);
      askForChange(first);
      await expect.poll(isIdle).toBe(true);
      expect(pulses).toEqual([1, 1]);
      expect(printing.listPaymentTapes(first)).toHaveLength(1);
    });

    it('by nothing where it opened moments ago, or opens with a receipt that waits', async () => {
      const [first = '', second = ''] = items();
      const [receipt = ''] = queued([first]);
      askForChange(first);
      expect(await settled(receipt)).toBe('printed');
      clock.jump(14_000);
      askForChange(first);
      await expect.poll(isIdle).toBe(true);
      expect(pulses).toEqual([1]);
      // A receipt that opens nothing does not stand for the change.
      clock.jump(QUARTER_OF_AN_HOUR / 2);
      const [late = ''] = queued([second]);
      askForChange(first);
      expect(await settled(late)).toBe('printed');
      await expect.poll(isIdle).toBe(true);
      expect(pulses).toEqual([1, 0, 1]);
    });

    it('where the only receipt did not leave, and not again with that receipt', async () => {
      const [first = ''] = items();
      fates = [() => UNREACHABLE];
      const [lost = ''] = queued([first]);
      printing.wake();
      expect(await settled(lost)).toBe('failed');
      askForChange(first);
      await expect.poll(isIdle).toBe(true);
      expect(await again(lost)).toBe('printed');
      expect(pulses).toEqual([1, 1, 0]);
    });
  });

  it('says so where the pulse for the change did not reach the drawer, or came too late', async () => {
    const [first = ''] = items();
    const [receipt = ''] = queued([first]);
    printing.wake();
    expect(await settled(receipt)).toBe('printed');
    expect(isDrawerKept(receipt)).toBe(false);
    clock.jump(QUARTER_OF_AN_HOUR + 1);
    counter.database.commit(() => printing.openForChange(first, 'ana'));
    printing.wake();
    await expect.poll(() => isDrawerKept(receipt)).toBe(true);
    expect(pulses).toEqual([1]);
    clock.jump(QUARTER_OF_AN_HOUR + 1);
    expect(isDrawerKept(receipt)).toBe(false);
  });

  it('asks the printer for one pulse where all its receipts are set aside at once', async () => {
    counter.settings.now = { ...counter.settings.now, receipts: 'on-request' };
    fates = [() => REFUSED];
    const payments = items();
    queued(payments);
    printing.wake();
    const asked = () =>
      counter.database
        .prepare("SELECT state FROM print_jobs WHERE kind = 'drawer' ORDER BY number")
        .all()
        .map(({ state }) => state);
    // The first is refused, the second opens it, and the third has nothing to say any more.
    await expect.poll(asked).toEqual(['refused', 'printed', 'skipped']);
    expect(pulses).toEqual([1, 1]);
    expect(payments.map((id) => printing.getPaymentTape(id)?.isDrawerKept)).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('opens the drawer once where its receipts are only printed if somebody asks', async () => {
    counter.settings.now = { ...counter.settings.now, receipts: 'on-request' };
    const payments = items();
    for (const id of payments) {
      queued([id]);
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
