import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Tape } from '../../../shared/contract/index.ts';
import { SHOWN_REPORT_TTL_MS } from '../../../shared/rules/index.ts';
import { createVirtualClock, type VirtualClock } from '../../platform/index.ts';
import { type PaperDocument, parseDocument } from '../papers/index.ts';
import {
  type Counter,
  openCounter,
  PATIENT,
  SUPERVISOR_PIN,
  settingsFor,
} from '../printing.fixture.ts';
import type { Printing } from '../types.ts';

const X: PaperDocument = {
  name: 'corte-x-7',
  drawer: 'stays',
  guard: 'x-report',
  lines: [{ kind: 'pair', label: 'Debe haber', value: '$1,049.37 MXN', isBold: true }],
};
const SLIP: PaperDocument = { ...X, name: 'entrada', drawer: 'first', guard: null };
const ANA = { id: 'ana', name: 'Ana' };
const APPROVAL = { cashierId: 'luis', pin: SUPERVISOR_PIN };

let counter: Counter;
let clock: VirtualClock;
let printing: Printing;

beforeEach(async () => {
  counter = await openCounter();
  clock = createVirtualClock();
  // Refused at once: nothing of it has come out.
  counter.settings.now = settingsFor(null);
  printing = counter.open(PATIENT, clock);
});
afterEach(async () => await counter.end());

async function queue(document: PaperDocument, cashierId: string): Promise<string> {
  const jobId = counter.database.commit(() => printing.enqueueReport(document, cashierId, null));
  printing.wake();
  await refused(jobId);
  return jobId;
}

async function refused(jobId: string): Promise<void> {
  await expect.poll(() => tapeOf(jobId).state).toBe('refused');
}

function tapeOf(jobId: string): Tape {
  const job = printing.getJobTape(jobId);
  if (!job.ok) throw new Error('no such job');
  return job.value;
}

function comes(cashierId: string, role: 'cashier' | 'supervisor' = 'cashier'): void {
  counter.viewer.now = { cashierId, role, since: new Date(clock.now()).toISOString() };
}

const notes = () =>
  counter.database
    .prepare("SELECT kind, cashier_id, approved_by, detail FROM audit WHERE kind LIKE '%report%'")
    .all()
    .map((row) => ({ ...row, detail: JSON.parse(String(row.detail)) }));

describe('a paper that says what the drawer should hold', () => {
  it('shows a drawer report to the required role and withholds it from other cashiers', async () => {
    const jobId = await queue(X, 'luis');
    expect(tapeOf(jobId)).toMatchObject({ isWithheld: true, lines: [] });
    expect(printing.setAside(jobId)).toMatchObject({ value: { isWithheld: true, lines: [] } });
    comes('luis', 'supervisor');
    expect(JSON.stringify(tapeOf(jobId).lines)).toContain('1,049.37');
    comes('dora', 'supervisor');
    expect(tapeOf(jobId).isWithheld).toBe(false);
  });

  it('is printed again only by who has the role, or with the PIN of one, which is noted', async () => {
    const jobId = await queue(X, 'luis');
    expect(await printing.retry(jobId, null, ANA)).toEqual({
      ok: false,
      problem: { kind: 'not-allowed', needs: 'supervisor' },
    });
    expect(await printing.retry(jobId, { ...APPROVAL, pin: '0000' }, ANA)).toMatchObject({
      problem: { kind: 'wrong-pin' },
    });
    expect(tapeOf(jobId).state).toBe('refused');
    expect(notes()).toEqual([]);

    expect(await printing.retry(jobId, APPROVAL, ANA)).toMatchObject({
      value: { isWithheld: true, lines: [] },
    });
    expect(notes()).toEqual([
      {
        kind: 'x-report-printed',
        cashier_id: 'ana',
        approved_by: 'luis',
        detail: { name: 'corte-x-7', jobId },
      },
    ]);
    await refused(jobId);
    comes('luis', 'supervisor');
    expect(await printing.retry(jobId, null, { id: 'luis', name: 'Luis' })).toMatchObject({
      ok: true,
    });
  });

  it('shows a drawer report to its cashier until she signs out or the time is over', async () => {
    comes('ana');
    const jobId = await queue(X, 'ana');
    expect(tapeOf(jobId).isWithheld).toBe(false);
    comes('beto');
    expect(tapeOf(jobId).isWithheld).toBe(true);
    clock.jump(60_000);
    comes('ana');
    // She has been away: what stands on the screen now may be seen by somebody else.
    expect(tapeOf(jobId).isWithheld).toBe(true);

    const another = await queue(X, 'ana');
    clock.jump(SHOWN_REPORT_TTL_MS - 1);
    expect(await printing.retry(another, null, ANA)).toMatchObject({ ok: true });
    await refused(another);
    clock.jump(1);
    expect(tapeOf(another).isWithheld).toBe(true);
    expect(await printing.retry(another, null, ANA)).toMatchObject({ ok: false });
  });

  it('derives the required permission of a slip from an earlier version', () => {
    const { guard: _, ...earlier } = X;
    expect(parseDocument(JSON.stringify(earlier)).guard).toBe('x-report');
    expect(parseDocument(JSON.stringify({ ...earlier, drawer: 'last' })).guard).toBeNull();
  });

  it('is withheld also where it cannot be read', async () => {
    const jobId = await queue(X, 'luis');
    counter.database.prepare("UPDATE print_jobs SET document = '{'").run();
    expect(tapeOf(jobId).isWithheld).toBe(true);
  });
});

it('a slip of the drawer is shown to any cashier and printed again by any', async () => {
  const jobId = await queue(SLIP, 'luis');
  expect(JSON.stringify(tapeOf(jobId).lines)).toContain('1,049.37');
  expect(await printing.retry(jobId, null, ANA)).toMatchObject({ ok: true });
  expect(notes()).toEqual([]);
});
