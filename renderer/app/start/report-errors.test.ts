import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { ok } from '../../../shared/contract/index.ts';
import { createFakeTill, type FakeTill } from '../testing/index.ts';
import { createTillClient } from '../till/index.ts';
import { createErrorReporter, type ReportError, reportUncaughtErrors } from './report-errors.ts';

let fake: FakeTill;
let report: ReportError;
beforeEach(() => {
  fake = createFakeTill();
  fake.answer('till.reportPageError', () => ok({}));
  report = createErrorReporter(createTillClient(fake.bridge), () => 'pay');
});

test('reports an uncaught exception with its stack and the open screen', async () => {
  const page = new EventTarget() as Window;
  reportUncaughtErrors(page, report);
  const error = new Error('no such row');
  page.dispatchEvent(new ErrorEvent('error', { error }));
  await waitFor(() =>
    expect(fake.getInputs('till.reportPageError')).toEqual([
      { kind: 'exception', message: 'no such row', stack: error.stack, screen: 'pay' },
    ]),
  );
});

test('reports an unhandled rejection, also of a value that is no error', async () => {
  const page = new EventTarget() as Window;
  reportUncaughtErrors(page, report);
  page.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: 'too late' }));
  await waitFor(() =>
    expect(fake.getInputs('till.reportPageError')).toEqual([
      { kind: 'rejection', message: 'too late', stack: '', screen: 'pay' },
    ]),
  );
});

test('cuts an endless message and stack', async () => {
  report(
    'exception',
    Object.assign(new Error('x'.repeat(100_000)), { stack: 'y'.repeat(100_000) }),
  );
  await waitFor(() => expect(fake.getInputs('till.reportPageError')).toHaveLength(1));
  const [{ message, stack } = { message: '', stack: '' }] = fake.getInputs('till.reportPageError');
  expect([message.length, stack.length]).toEqual([500, 8_000]);
});
