import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decodePrinted } from '../../../tests/support/virtual-printer/index.ts';
import { type VirtualClock, virtualClock } from '../../platform/index.ts';
import type { JobResult } from '../devices/index.ts';
import { type Counter, openCounter, PAID_AT, PATIENT } from '../printing.fixture.ts';
import type { Printing } from '../types.ts';
import { takePrintJob } from './print-jobs.ts';

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
  clock = virtualClock(Date.parse(PAID_AT));
  fates = [];
  pulses = [];
  open();
});
afterEach(async () => await counter.end());

function open(): void {
  printing = counter.open(PATIENT, clock, {
    ask: async () => ({ kind: 'ready', isPaperLow: false }),
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
    .poll(
      () => {
        const job = printing.job(jobId);
        state = job.ok ? job.value.state : '';
        return ['waiting', 'printing', ''].includes(state);
      },
      { timeout: 20_000 },
    )
    .toBe(false);
  return state;
}

function isDrawerKept(jobId: string): boolean | null {
  const job = printing.job(jobId);
  return job.ok ? job.value.isDrawerKept : null;
}

async function again(jobId: string): Promise<string> {
  const job = printing.job(jobId);
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
      takePrintJob(counter.database, jobId, {
        lines: '[]',
        bytes: Buffer.from('as it was'),
        drawerAt: 2,
        columns: 42,
        model: 'epson',
        ticketText: 'none',
      });
      counter.database.prepare('UPDATE print_jobs SET bytes_sent = length(bytes)').run();
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
    const job = printing.job(jobId);
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
