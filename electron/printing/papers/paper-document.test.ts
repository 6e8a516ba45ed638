import { afterEach, expect, it } from 'vitest';
import { decodePrinted } from '../../../tests/support/virtual-printer/index.ts';
import { type Counter, openCounter } from '../printing.fixture.ts';
import { createSampleLogo } from '../receipts.fixture.ts';
import type { PaperDocument } from './paper-document.ts';

let counter: Counter;
afterEach(async () => await counter.end());

const REPORT: PaperDocument = {
  name: 'corte-z-1',
  lines: [{ kind: 'text', text: 'CORTE Z', align: 'center', weight: 'bold' }],
  drawer: 'stays',
  guard: null,
};

it.each(['epson', 'star'] as const)('prints a report below the logo on %s', async (make) => {
  counter = await openCounter(make);
  const { now } = counter.settings;
  counter.settings.now = { ...now, shop: { ...now.shop, logoPng: createSampleLogo() } };
  const printing = counter.open();
  const jobId = counter.database.commit(() => printing.enqueueReport(REPORT, 'ana', null));
  printing.wake();
  await expect
    .poll(() => printing.getJobTape(jobId))
    .toMatchObject({ ok: true, value: { state: 'printed' } });
  const { lines, events } = decodePrinted(counter.printer.jobs[0] ?? Buffer.alloc(0), make);
  expect(lines.map((line) => (line.image === undefined ? line.text : 'logo'))).toEqual([
    'logo',
    '',
    'CORTE Z',
  ]);
  expect(events).toEqual(['cut']);
});
