import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Tape } from '../../../shared/contract/index.ts';
import { createVirtualClock, type VirtualClock } from '../../platform/index.ts';
import { type PaperDocument, parsePaperDocument } from '../papers/index.ts';
import {
  type Counter,
  createPrintingSettings,
  LONG_TIMINGS,
  openCounter,
  SUPERVISOR_PIN,
} from '../printing.fixture.ts';
import type { Printing } from '../types.ts';

const X_REPORT: PaperDocument = {
  name: 'corte-x-7',
  drawer: 'stays',
  guard: 'x-report',
  lines: [{ kind: 'pair', label: 'Debe haber', value: '$1,049.37 MXN', isBold: true }],
};
const SLIP: PaperDocument = { ...X_REPORT, name: 'entrada', drawer: 'first', guard: null };
const ANA = { id: 'ana', name: 'Ana' };
const APPROVAL = { cashierId: 'luis', pin: SUPERVISOR_PIN };

let counter: Counter;
let clock: VirtualClock;
let printing: Printing;

beforeEach(async () => {
  counter = await openCounter();
  clock = createVirtualClock();
  // Every job is refused at once, so that nothing is printed.
  counter.settings.now = createPrintingSettings(null);
  printing = counter.open(LONG_TIMINGS, clock);
});
afterEach(async () => await counter.end());

async function enqueue(document: PaperDocument, cashierId: string): Promise<string> {
  const jobId = counter.database.commit(() => printing.enqueueReport(document, cashierId, null));
  printing.wake();
  await waitUntilRefused(jobId);
  return jobId;
}

async function waitUntilRefused(jobId: string): Promise<void> {
  await expect.poll(() => getTape(jobId).state).toBe('refused');
}

function getTape(jobId: string): Tape {
  const job = printing.getJobTape(jobId);
  if (!job.ok) throw new Error('no such job');
  return job.value;
}

function signIn(cashierId: string, role: 'cashier' | 'supervisor' = 'cashier'): void {
  counter.viewer.now = { cashierId, role, signedInAt: new Date(clock.now()).toISOString() };
}

const listNotes = () =>
  counter.database
    .prepare("SELECT kind, cashier_id, approved_by, detail FROM audit WHERE kind LIKE '%report%'")
    .all()
    .map((row) => ({ ...row, detail: JSON.parse(String(row.detail)) }));

describe('a paper with the expected content of the drawer', () => {
  it('shows the expected content of the drawer to the required role and withholds it from other cashiers', async () => {
    const jobId = await enqueue(X_REPORT, 'luis');
    expect(getTape(jobId)).toMatchObject({ isWithheld: true, lines: [] });
    expect(printing.skipJob(jobId)).toMatchObject({ value: { isWithheld: true, lines: [] } });
    signIn('luis', 'supervisor');
    expect(JSON.stringify(getTape(jobId).lines)).toContain('1,049.37');
    signIn('dora', 'supervisor');
    expect(getTape(jobId).isWithheld).toBe(false);
  });

  it('prints the expected content of the drawer again only with the role, or with a supervisor’s PIN, and records the approval', async () => {
    const jobId = await enqueue(X_REPORT, 'luis');
    expect(await printing.retryJob(jobId, null, ANA)).toEqual({
      ok: false,
      problem: { kind: 'not-allowed', needs: 'supervisor' },
    });
    expect(await printing.retryJob(jobId, { ...APPROVAL, pin: '0000' }, ANA)).toMatchObject({
      problem: { kind: 'wrong-pin' },
    });
    expect(getTape(jobId).state).toBe('refused');
    expect(listNotes()).toEqual([]);

    expect(await printing.retryJob(jobId, APPROVAL, ANA)).toMatchObject({
      value: { isWithheld: true, lines: [] },
    });
    expect(listNotes()).toEqual([
      {
        kind: 'x-report-printed',
        cashier_id: 'ana',
        approved_by: 'luis',
        detail: { name: 'corte-x-7', jobId },
      },
    ]);
    await waitUntilRefused(jobId);
    signIn('luis', 'supervisor');
    expect(await printing.retryJob(jobId, null, { id: 'luis', name: 'Luis' })).toMatchObject({
      ok: true,
    });
  });

  it('shows the expected content of the drawer to its cashier until the sign-out or the time limit', async () => {
    signIn('ana');
    const jobId = await enqueue(X_REPORT, 'ana');
    expect(getTape(jobId).isWithheld).toBe(false);
    signIn('beto');
    expect(getTape(jobId).isWithheld).toBe(true);
    clock.jump(60_000);
    signIn('ana');
    // The cashier was signed out: another person may see the screen now.
    expect(getTape(jobId).isWithheld).toBe(true);

    const secondJobId = await enqueue(X_REPORT, 'ana');
    clock.jump(30 * 60_000 - 1);
    expect(await printing.retryJob(secondJobId, null, ANA)).toMatchObject({ ok: true });
    await waitUntilRefused(secondJobId);
    clock.jump(1);
    expect(getTape(secondJobId).isWithheld).toBe(true);
    expect(await printing.retryJob(secondJobId, null, ANA)).toMatchObject({ ok: false });
  });

  it('gets its required permission from the drawer field in a document of an earlier version', () => {
    const { guard: _, ...earlier } = X_REPORT;
    expect(parsePaperDocument(JSON.stringify(earlier)).guard).toBe('x-report');
    expect(parsePaperDocument(JSON.stringify({ ...earlier, drawer: 'last' })).guard).toBeNull();
  });

  it('withholds the expected content of the drawer if the document of the paper cannot be parsed', async () => {
    const jobId = await enqueue(X_REPORT, 'luis');
    counter.database.prepare("UPDATE print_jobs SET document = '{'").run();
    expect(getTape(jobId).isWithheld).toBe(true);
  });
});

it('shows a slip of the drawer to any cashier, who may print it again', async () => {
  const jobId = await enqueue(SLIP, 'luis');
  expect(JSON.stringify(getTape(jobId).lines)).toContain('1,049.37');
  expect(await printing.retryJob(jobId, null, ANA)).toMatchObject({ ok: true });
  expect(listNotes()).toEqual([]);
});
