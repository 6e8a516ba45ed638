/**
 * What a drawer should hold is in no answer of the contract to a cashier before the drawer was
 * counted: each call that a cashier may make is made, and everything that comes back is read. Also
 * while a report that says it waits among the papers that did not come out.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type CallInput, type CallName, calls, isPermission } from '../../shared/contract/index.ts';
import { CALL_NAMES, fitting } from './fuzz/inputs.ts';
import { openTestTill, PINS, type TestTill, until } from './fuzz/till.ts';

vi.mock('../../electron/ledger/index.ts', async (original) => {
  const { watchOpening } = await import('./fuzz/ledger-watch.ts');
  return watchOpening(await original<typeof import('../../electron/ledger/index.ts')>());
});

let till: TestTill;
beforeAll(async () => {
  // Nothing comes out of it: every paper waits for somebody's word.
  const printer = { kind: 'network', address: 'tcp://127.0.0.1:1', model: 'epson' } as const;
  till = await openTestTill('v1.6', { also: { printer: { ...printer, columns: 42 } } });
});
afterAll(() => till.close());

/** What brings somebody else, or counts the drawer, is left out; so is what the acts guard. */
const LEFT_OUT: readonly CallName[] = [
  'staff.signIn',
  'staff.signOut',
  'staff.lock',
  'staff.releaseLockOut',
  'cash.count',
];
const ASKED = CALL_NAMES.filter((name) => {
  const { access } = calls[name];
  return (
    (access === 'cashier' || access === 'anyone') &&
    !isPermission(access) &&
    !LEFT_OUT.includes(name)
  );
});

/** A supervisor's X report, which the printer does not take: its lines are there to be asked for. */
async function printReport(shiftId: string, expected: string): Promise<string> {
  await till.signIn('luis');
  const shown = await till.given('cash.xReport', { shiftId, approval: null });
  const { jobId } = await till.given('cash.print', { reportId: shown.id });
  const printing = till.host.till()?.printing;
  await until(() => printing?.listOpenPapers().some((paper) => paper.jobId === jobId) ?? false);
  const tape = await till.given('printing.job', { jobId });
  expect(JSON.stringify(tape.lines)).toContain(expected);
  return jobId;
}

it('shows what the drawer should hold only once the count is given', async () => {
  await till.signIn('ana');
  const counts = [{ currency: 'MXN', pieces: [{ value: '500', count: 1 }], other: '13.37' }];
  const { shift } = await till.given('cash.open', { counts });
  const shiftId = shift?.id ?? '';
  const order = await till.given('payments.prepare', {
    kind: 'bill',
    nameOnAccount: null,
    balanceId: null,
    billerId: 35,
    accountNumber: '123456850001',
    amount: { amount: '120.00', currency: 'MXN' },
  });
  const paid = { orderId: order.id, cash: order.due, acknowledged: [] };
  const { id } = await till.given('payments.pay', paid);
  await till.settle();
  expect(till.host.till()?.payments.views([id])).toMatchObject([{ state: 'paid' }]);

  const expected = '633.37';
  const heard: string[] = [];
  const jobId = await printReport(shiftId, expected);
  await till.signIn('ana');
  const papers = await till.given('printing.open', {});
  expect(papers).toContainEqual(expect.objectContaining({ jobId, kind: 'report' }));
  heard.push(JSON.stringify(papers));
  const ofTheReport: { [Name in CallName]?: CallInput<Name> } = {
    'printing.job': { jobId },
    'printing.confirm': { jobId, cameOut: false },
    'printing.retry': { jobId, approval: { cashierId: 'ana', pin: PINS.ana } },
    'printing.setAside': { jobId },
    'printing.recent': { limit: 20 },
    'printing.ofPayment': { paymentId: id },
    'printing.copy': { paymentId: jobId, approval: null },
    'printing.tape': { paymentId: jobId },
  };
  const bare = await till.call('printing.retry', { jobId, approval: null });
  expect(bare).toMatchObject({ problem: { kind: 'not-allowed', needs: 'supervisor' } });
  for (const [name, input] of Object.entries(ofTheReport)) {
    heard.push(JSON.stringify(await till.call(name as CallName, input)));
  }
  for (const name of ASKED) {
    const plain = name.startsWith('cash.') ? [{}, { shiftId }] : [{}];
    for (const input of [...plain, ...fc.sample(fitting(name), { numRuns: 2, seed: 7 })]) {
      heard.push(JSON.stringify(await till.call(name, input)));
    }
  }
  const close = { shiftId, countId: 'none', explanation: null };
  heard.push(JSON.stringify(await till.call('cash.close', close)));
  heard.push(JSON.stringify(await till.call('cash.xReport', { shiftId, approval: null })));
  expect(heard.length).toBeGreaterThan(60);
  expect([...heard, ...till.said].filter((one) => one.includes(expected))).toEqual([]);

  // It is that sum: the count tells it.
  const count = { shiftId, counts: [{ currency: 'MXN', pieces: [], other: '600.00' }] };
  const result = await till.given('cash.count', { ...count, approval: null });
  expect(result.money).toMatchObject([{ expected, difference: '-33.37' }]);
});
