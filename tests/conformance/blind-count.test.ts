/**
 * Before the drawer is counted, no response to a cashier contains the expected amount. The test
 * makes every call that a cashier may make and searches all responses, also while a report with the
 * amount is among the papers that did not print.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type CallInput, type CallName, calls, isPermission } from '../../shared/contract/index.ts';
import { CALL_NAMES, createFittingInput } from './fuzz/input-arbitraries.ts';
import { openTestTill, PINS, type TestTill, waitUntil } from './fuzz/test-till.ts';

vi.mock('../../electron/ledger/index.ts', async (original) => {
  const { watchOpening } = await import('./fuzz/ledger-watch.ts');
  return watchOpening(await original<typeof import('../../electron/ledger/index.ts')>());
});

let till: TestTill;
beforeAll(async () => {
  // Nothing listens there, so every paper waits for a decision.
  const printer = { kind: 'network', address: 'tcp://127.0.0.1:1', model: 'epson' } as const;
  till = await openTestTill('v1.6', { provisioning: { printer: { ...printer, columns: 42 } } });
});
afterAll(() => till.close());

/**
 * Excluded: calls that sign in another person or count the drawer. Calls behind a permission are
 * excluded too.
 */
const EXCLUDED_CALLS: readonly CallName[] = [
  'staff.signIn',
  'staff.signOut',
  'staff.lock',
  'staff.releaseLockOut',
  'cash.count',
];
const CASHIER_CALLS = CALL_NAMES.filter((name) => {
  const { access } = calls[name];
  return (
    (access === 'cashier' || access === 'anyone') &&
    !isPermission(access) &&
    !EXCLUDED_CALLS.includes(name)
  );
});

/**
 * Prints a supervisor's X report on the unreachable printer, so that its lines can be requested.
 */
async function printReport(shiftId: string, expected: string): Promise<string> {
  await till.signIn('luis');
  const report = await till.callOrThrow('cash.xReport', { shiftId, approval: null });
  const { jobId } = await till.callOrThrow('cash.print', { reportId: report.id });
  const printing = till.host.till()?.printing;
  await waitUntil(
    () => printing?.listUnprintedPapers().some((paper) => paper.jobId === jobId) ?? false,
  );
  const tape = await till.callOrThrow('printing.job', { jobId });
  expect(JSON.stringify(tape.lines)).toContain(expected);
  return jobId;
}

it('returns the expected amount of the drawer only after the count, in every call of a cashier', async () => {
  await till.signIn('ana');
  const counts = [{ currency: 'MXN', pieces: [{ value: '500', count: 1 }], other: '13.37' }];
  const { shift } = await till.callOrThrow('cash.open', { counts });
  const shiftId = shift?.id ?? '';
  const order = await till.callOrThrow('payments.prepare', {
    kind: 'bill',
    nameOnAccount: null,
    balanceId: null,
    billerId: 35,
    accountNumber: '123456850001',
    amount: { amount: '120.00', currency: 'MXN' },
  });
  const payInput = { orderId: order.id, cash: order.due, acknowledged: [] };
  const { id } = await till.callOrThrow('payments.pay', payInput);
  await till.settle();
  expect(till.host.till()?.payments.listViews([id])).toMatchObject([{ state: 'paid' }]);

  const expected = '633.37';
  const responses: string[] = [];
  const jobId = await printReport(shiftId, expected);
  await till.signIn('ana');
  const papers = await till.callOrThrow('printing.unprintedPapers', {});
  expect(papers).toContainEqual(expect.objectContaining({ jobId, kind: 'report' }));
  responses.push(JSON.stringify(papers));
  const reportCalls: { [Name in CallName]?: CallInput<Name> } = {
    'printing.job': { jobId },
    'printing.confirm': { jobId, cameOut: false },
    'printing.retry': { jobId, approval: { cashierId: 'ana', pin: PINS.ana } },
    'printing.dismiss': { jobId },
    'printing.recent': { limit: 20 },
    'printing.forPayment': { paymentId: id },
    'printing.printCopy': { paymentId: jobId, approval: null },
    'printing.tape': { paymentId: jobId },
  };
  const retryWithoutApproval = await till.call('printing.retry', { jobId, approval: null });
  expect(retryWithoutApproval).toMatchObject({
    problem: { kind: 'not-allowed', needs: 'supervisor' },
  });
  for (const [name, input] of Object.entries(reportCalls)) {
    responses.push(JSON.stringify(await till.call(name as CallName, input)));
  }
  for (const name of CASHIER_CALLS) {
    const baseInputs = name.startsWith('cash.') ? [{}, { shiftId }] : [{}];
    for (const input of [...baseInputs, ...fc.sample(createFittingInput(name), 2)]) {
      responses.push(JSON.stringify(await till.call(name, input)));
    }
  }
  const close = { shiftId, countId: 'none', explanation: null };
  responses.push(JSON.stringify(await till.call('cash.close', close)));
  responses.push(JSON.stringify(await till.call('cash.xReport', { shiftId, approval: null })));
  expect(responses.length).toBeGreaterThan(60);
  expect([...responses, ...till.messages].filter((text) => text.includes(expected))).toEqual([]);

  // The count returns that amount, so the search had the right text.
  const count = { shiftId, counts: [{ currency: 'MXN', pieces: [], other: '600.00' }] };
  const result = await till.callOrThrow('cash.count', { ...count, approval: null });
  expect(result.money).toMatchObject([{ expected, difference: '-33.37' }]);
});
