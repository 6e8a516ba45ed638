import { tmpdir } from 'node:os';
import { afterEach, describe, expect, it } from 'vitest';
import type { Tape, TapeLine } from '../../shared/contract/index.ts';
import {
  type DecodedPaper,
  decodePrinted,
  type Make,
  readTicketBetweenFences,
} from '../../tests/support/virtual-printer/index.ts';
import type { PrinterStatusResult } from './devices/index.ts';
import {
  type Counter,
  createPrintingSettings,
  LONG_TIMINGS,
  openCounter,
  SUPERVISOR_PIN,
  waitUntilPrintJobEnded,
} from './printing.fixture.ts';
import { readPrintJob, readPrintJobBytes } from './queue/index.ts';

let counter: Counter;
afterEach(async () => await counter.end());

function readTapeText(tape: Tape): string[] {
  return tape.lines.flatMap((line) =>
    line.kind === 'text' ? [line.runs.map((run) => run.text).join('')] : [],
  );
}

function decodePaper(index: number, make: Make = 'epson'): DecodedPaper {
  const bytes = counter.printer.jobs[index];
  if (bytes === undefined) throw new Error(`nothing was printed as job ${index}`);
  return decodePrinted(bytes, make);
}

const readPaperText = (decoded: DecodedPaper): string =>
  decoded.lines.map((line) => line.text).join('\n');

function isCutOrDrawer(line: TapeLine): line is Extract<TapeLine, { kind: 'cut' | 'drawer' }> {
  return line.kind === 'cut' || line.kind === 'drawer';
}

describe('a receipt on a network printer', () => {
  it.each([
    ['epson', 42],
    ['epson', 32],
    ['star', 48],
    ['star', 32],
  ] as const)('prints a receipt completely on %s at %i columns', async (make, columns) => {
    counter = await openCounter(make, columns);
    const printing = counter.open();
    const ticket = 'PAGO REALIZADO\r\n\r\n  ñandú €5  \n\n';
    const tape = await counter.print(printing, counter.pay({ ticket_text: ticket }));

    expect(tape.state).toBe('printed');
    expect(tape.ticketText).toBe('exact');
    const decoded = decodePaper(0, make);
    expect(readTicketBetweenFences(decoded)).toBe('PAGO REALIZADO\n\n  ñandú €5  \n\n');
    expect(decoded.maxColumns).toBeLessThanOrEqual(columns);
    expect(decoded.events).toEqual(['drawer', 'cut']);
    const text = readPaperText(decoded);
    for (const part of ['Abarrotes', 'Núñez', 'Calle 5 #10', '55 1234 5678', '07', 'Ana']) {
      expect(text).toContain(part);
    }
    expect(text).toMatch(/Importe +\$549\.00/);
    expect(text).toMatch(/Comisión +\$10\.00/);
    expect(text).toMatch(/Cambio +\$41\.00/);
    expect(text).toMatch(/Cuenta +\*{4} 0007/);
    expect(text).not.toContain('501000000007');
    expect(text).toMatch(/Fecha +15\/01\/2026 10:42:07/);
    expect(text).toMatch(/Autorización +48586/);
  });

  it.each([
    ['utility', 'phone_number', 'Teléfono'],
    ['utility', 'account_number', 'Cuenta'],
    ['utility', null, 'Cuenta'],
    ['top-up', 'account_number', 'Teléfono'],
  ])('labels the number of a %s with %s as “%s”', async (biller_kind, bill_type, word) => {
    counter = await openCounter('epson');
    await counter.print(counter.open(), counter.pay({ biller_kind, bill_type }));
    expect(readPaperText(decodePaper(0, 'epson'))).toMatch(new RegExp(`${word} +\\*{4} 0007`));
  });

  it.each(['epson', 'star'] as const)(
    'shows a receipt on the tape as it is on the paper of %s',
    async (make) => {
      counter = await openCounter(make);
      const printing = counter.open();
      const tape = await counter.print(printing, counter.pay());
      const decoded = decodePaper(0, make);
      const textLines = decoded.lines.filter((line) => line.image === undefined);
      expect(readTapeText(tape)).toEqual(textLines.map((line) => line.text));
      expect(tape.lines.flatMap((line) => (isCutOrDrawer(line) ? [line.kind] : []))).toEqual(
        decoded.events,
      );
      const aligns = tape.lines.flatMap((line) => (isCutOrDrawer(line) ? [] : [line.align]));
      expect(aligns).toEqual(decoded.lines.map((line) => line.align));
    },
  );

  it('shows a receipt on the screen while the screen is the printer, and no longer after a change of the printer', async () => {
    counter = await openCounter();
    const printing = counter.open();
    const { now } = counter.settings;
    counter.settings.now = { ...now, printer: { kind: 'screen', columns: 42 } };
    const paid = counter.pay();
    expect(await counter.print(printing, paid)).toMatchObject({
      state: 'printed',
      isOnScreen: true,
    });
    expect(counter.printer.jobs).toEqual([]);
    counter.settings.now = now;
    expect(printing.getPaymentTape(paid)?.isOnScreen).toBe(false);
  });

  it('states that the service sent no text for a payment confirmed by a look-up', async () => {
    counter = await openCounter();
    const printing = counter.open();
    const payment = counter.pay({ ticket_text: null, resolved_by: 'look-up' });
    const tape = await counter.print(printing, payment);
    expect(tape.ticketText).toBe('none');
    expect(readPaperText(decodePaper(0)).replaceAll('\n', ' ')).toContain(
      'no envió texto para este ticket',
    );
    expect(readTicketBetweenFences(decodePaper(0))).toBeNull();
  });

  it.each([
    ['cash-out', 'EL TEXTO DEL SERVICIO PARA ESTE RETIRO NO LLEGÓ.'],
    ['gift-card', 'EL CÓDIGO DE LA TARJETA NO LLEGÓ. Conserve este papel.'],
  ])('prints that the text of a %s did not come, and whom to call', async (kind, missingText) => {
    counter = await openCounter();
    const payment = counter.pay({ kind, ticket_text: null, resolved_by: 'look-up' });
    const tape = await counter.print(counter.open(), payment);
    expect(tape).toMatchObject({ ticketText: 'none', isWithheld: false, codeText: null });
    const paperText = readPaperText(decodePaper(0)).replaceAll('\n', ' ').replace(/ +/g, ' ');
    expect(paperText).toContain(missingText);
    expect(paperText).toContain('llame con la autorización al 55 1234 5678');
    expect(paperText).toMatch(/Autorización \S+/);
    expect(paperText).not.toContain('no envió texto');
    expect(readTicketBetweenFences(decodePaper(0))).toBeNull();
  });

  it('returns the text with a card’s code only while its receipt is on the screen', async () => {
    counter = await openCounter();
    const printing = counter.open();
    const { now } = counter.settings;
    const text = 'Código: 1234-5678\n';
    const onPaper = counter.pay({ kind: 'gift-card', ticket_text: text });
    expect((await counter.print(printing, onPaper)).codeText).toBeNull();
    counter.settings.now = { ...now, printer: { kind: 'screen', columns: 42 } };
    const onScreen = counter.pay({ kind: 'gift-card', ticket_text: text });
    expect((await counter.print(printing, onScreen)).codeText).toBe(text);
    const bill = counter.pay({ ticket_text: text });
    expect((await counter.print(printing, bill)).codeText).toBeNull();
  });

  it('returns the text with a card’s code while its paper is not out', async () => {
    counter = await openCounter();
    counter.printer.setCondition({ paper: 'out' });
    const text = 'Código: 1234-5678\n';
    const tape = await counter.print(
      counter.open(),
      counter.pay({ kind: 'gift-card', ticket_text: text }),
    );
    expect(tape).toMatchObject({ state: 'refused', codeText: text });
  });

  it.each([null, ''])(
    'states that the service sent no text for an answer with the text %j',
    async (ticket) => {
      counter = await openCounter();
      const tape = await counter.print(counter.open(), counter.pay({ ticket_text: ticket }));
      expect(tape).toMatchObject({ state: 'printed', ticketText: 'none' });
      const paperText = readPaperText(decodePaper(0)).replaceAll('\n', ' ');
      expect(paperText).toContain('El servicio no envió texto para este ticket');
      expect(paperText).not.toContain('consulta');
      expect(readTicketBetweenFences(decodePaper(0))).toBeNull();
    },
  );

  it('draws a text that the code page lacks, without a note', async () => {
    counter = await openCounter();
    const printing = counter.open();
    const tape = await counter.print(printing, counter.pay({ ticket_text: 'Total: ₡500' }));
    expect(tape.ticketText).toBe('drawn');
    expect(readPrintJob(counter.database, tape.jobId)?.ticketText).toBe('drawn');
    expect(tape.lines.filter((line) => line.kind === 'image')).toHaveLength(1);
    expect(readTicketBetweenFences(decodePaper(0))).toBe('');
    const drawnLines = decodePaper(0).lines.filter(
      (line) => line.image !== undefined && !line.code,
    );
    expect(drawnLines).toHaveLength(1);
    expect(readPaperText(decodePaper(0)).replaceAll('\n', ' ')).not.toContain('está marcado');
  });

  it.each([
    ['epson', 'ctrl: \x1b', 'drawn-marked'],
    ['star', 'half: \ud83d', 'drawn-marked'],
    ['tanca', 'Total: ₡500', 'marked'],
  ] as const)(
    'has a note on the paper of %s that characters of a text are marked',
    async (model, text, expectedForm) => {
      counter = await openCounter(model === 'star' ? 'star' : 'epson');
      const { address } = counter.printer;
      counter.settings.now = createPrintingSettings({
        kind: 'network',
        address,
        model,
        columns: 42,
      });
      const printing = counter.open();
      const tape = await counter.print(printing, counter.pay({ ticket_text: text }));
      expect(tape.ticketText).toBe(expectedForm);
      expect(readPrintJob(counter.database, tape.jobId)?.ticketText).toBe(expectedForm);
      const decoded = decodePaper(0, model === 'star' ? 'star' : 'epson');
      expect(readPaperText(decoded).replaceAll('\n', ' ')).toContain('Lo distinto está marcado');
    },
  );

  it.each([
    ['A\ufffdo nuevo', true],
    ['\ufffd', true],
    ['Año nuevo: 100 %', false],
  ])('says on the paper whether the text %j came damaged: %s', async (text, isDamaged) => {
    counter = await openCounter();
    await counter.print(counter.open(), counter.pay({ ticket_text: text }));
    const paperText = readPaperText(decodePaper(0)).replaceAll('\n', ' ');
    expect(paperText.includes('El servicio envió letras que no se pueden leer.')).toBe(isDamaged);
  });

  it('executes no commands of a hostile text', async () => {
    counter = await openCounter();
    counter.settings.now = createPrintingSettings({
      kind: 'network',
      address: counter.printer.address,
      model: 'epson',
      columns: 42,
    });
    const printing = counter.open();
    const hostile = '\x1bp\x00\x19\xfa\x1bp\x01\x19\xfa\x1d!\x11\x1ba\x02\x1bt\x00\x1b{\x01';
    await counter.print(printing, counter.pay({ ticket_text: hostile }));
    const decoded = decodePaper(0);
    expect(decoded.events).toEqual(['cut']);
    expect(readPaperText(decoded)).toContain('Gracias por su pago');
    expect(decoded.lines.every((line) => line.align !== 'right')).toBe(true);
  });

  it('shows amount, rate and its date for a bill in another currency', async () => {
    counter = await openCounter();
    const printing = counter.open();
    const payment = counter.pay({
      amount: '100.00',
      currency: 'RD',
      fee: null,
      due: '44.60',
      rate: JSON.stringify({ from: '45.3925', to: '20.2181', fetchedAt: '2026-01-15T12:00:00Z' }),
    });
    await counter.print(printing, payment);
    const text = readPaperText(decodePaper(0));
    expect(text).toMatch(/Importe +\$100\.00 RD/);
    expect(text).toMatch(/\$45\.3925 RD = \$20\.2181 MXN/);
    expect(text).toMatch(/15\/01\/2026 06:00:00/);
    expect(text).toMatch(/Total +\$44\.60/);
  });
});

describe('a paper outside of production', () => {
  it.each([
    ['training', 'SIN VALOR'],
    ['sandbox', 'NO ES VÁLIDO'],
  ] as const)(
    'marks a paper in %s as not valid in every third line around the text',
    async (environment, mark) => {
      counter = await openCounter('epson', 32);
      counter.settings.now = { ...counter.settings.now, environment };
      const printing = counter.open();
      await counter.print(printing, counter.pay({ ticket_text: 'uno\ndos\ntres\ncuatro' }));
      const decoded = decodePaper(0);
      expect(readTicketBetweenFences(decoded)).toBe('uno\ndos\ntres\ncuatro');
      const lines = decoded.lines.map((line) => line.text);
      const isMarked = (text: string | undefined): boolean => text?.includes(mark) ?? false;
      const first = lines.findIndex((text) => /^=+$/.test(text));
      const last = lines.findLastIndex((text) => /^=+$/.test(text));
      expect(isMarked(lines[first - 1])).toBe(true);
      expect(isMarked(lines[last + 1])).toBe(true);
      for (const ownLines of [lines.slice(0, first), lines.slice(last + 1)]) {
        expect(ownLines.length).toBeGreaterThan(3);
        for (let index = 0; index + 3 <= ownLines.length; index += 1) {
          expect(ownLines.slice(index, index + 3).some(isMarked)).toBe(true);
        }
      }
    },
  );
});

describe('copies of a receipt', () => {
  it('marks a copy of a receipt outside the text, opens no drawer and does not change the original', async () => {
    counter = await openCounter();
    const printing = counter.open();
    const payment = counter.pay();
    const original = await counter.print(printing, payment);
    const originalBytes = readPrintJobBytes(counter.database, original.jobId);

    const copy = await printing.printCopy(payment, { id: 'ana', name: 'Ana' }, null);
    expect(copy.ok && copy.value.kind).toBe('copy');
    await expect.poll(() => counter.printer.jobs.length).toBe(2);
    const decoded = decodePaper(1);
    expect(readTicketBetweenFences(decoded)).toBe(readTicketBetweenFences(decodePaper(0)));
    expect(decoded.events).toEqual(['cut']);
    const marks = decoded.lines.filter((line) => line.text.trim() === 'COPIA');
    expect(marks).toHaveLength(2);
    expect(marks.every((line) => line.cells.every((cell) => cell.inverse && cell.wide))).toBe(true);
    expect(readPaperText(decodePaper(0))).not.toContain('COPIA');
    expect(readPrintJobBytes(counter.database, original.jobId)).toEqual(originalBytes);
    expect(printing.getPaymentTape(payment)?.jobId).toBe(original.jobId);
  });

  it('records in the audit log who printed a copy', async () => {
    counter = await openCounter();
    const printing = counter.open();
    const payment = counter.pay();
    await counter.print(printing, payment);
    const copy = await printing.printCopy(payment, { id: 'ana', name: 'Ana' }, null);
    const rows = counter.database.prepare('SELECT * FROM audit').all();
    expect(rows).toMatchObject([
      { kind: 'reprint-receipt', cashier_id: 'ana', cashier_name: 'Ana', approved_by: null },
    ]);
    expect(JSON.parse(String(rows[0]?.detail))).toEqual({
      paymentId: payment,
      jobId: copy.ok ? copy.value.jobId : null,
    });
  });

  it('rejects a copy of a receipt for a missing payment and for an unknown payment', async () => {
    counter = await openCounter();
    const printing = counter.open();
    expect(await printing.printCopy('nobody', { id: 'ana', name: 'Ana' }, null)).toEqual({
      ok: false,
      problem: { kind: 'not-found', what: 'payment' },
    });
    const open = counter.pay({ state: 'unknown' });
    expect(await printing.printCopy(open, { id: 'ana', name: 'Ana' }, null)).toEqual({
      ok: false,
      problem: { kind: 'payment-state', state: 'unknown', until: null },
    });
  });

  it('requires a supervisor’s PIN for a copy of a gift card, and records the approval with the copy', async () => {
    counter = await openCounter();
    const printing = counter.open();
    const payment = counter.pay({ kind: 'gift-card' });
    const ana = { id: 'ana', name: 'Ana' };
    const approval = { cashierId: 'luis', pin: SUPERVISOR_PIN };
    expect(await printing.printCopy(payment, ana, null)).toMatchObject({ ok: false });
    expect(await printing.printCopy(payment, ana, { ...approval, pin: '0000' })).toMatchObject({
      ok: false,
    });
    const copy = await printing.printCopy(payment, ana, approval);
    expect(copy.ok).toBe(true);
    const rows = counter.database.prepare('SELECT * FROM audit').all();
    expect(rows).toMatchObject([
      { kind: 'reprint-gift-card', cashier_id: 'ana', approved_by: 'luis', approver_name: 'Luis' },
    ]);
    expect(JSON.parse(String(rows[0]?.detail))).toEqual({
      paymentId: payment,
      jobId: copy.ok ? copy.value.jobId : null,
    });
  });

  it('labels the copies for the shop', async () => {
    counter = await openCounter();
    const printing = counter.open();
    const payment = counter.pay();
    counter.database.commit(() => printing.enqueuePaymentPaper(payment, 'shop-copy', 'ana'));
    printing.wake();
    await expect.poll(() => counter.printer.jobs.length).toBe(1);
    expect(readPaperText(decodePaper(0))).toContain('PARA LA TIENDA');
    expect(decodePaper(0).drawerPulses).toBe(0);
  });
});

it('refuses a queued paper whose printer changed, and renders it again on a retry', async () => {
  counter = await openCounter();
  const sent: Buffer[] = [];
  let resolveStatus: (condition: PrinterStatusResult) => void = () => {};
  const pendingStatus = new Promise<PrinterStatusResult>((resolve) => {
    resolveStatus = resolve;
  });
  const printing = counter.open(LONG_TIMINGS, undefined, {
    readStatus: () => pendingStatus,
    print: async ({ bytes }) => {
      sent.push(Buffer.from(bytes));
      return { kind: 'printed', isPaperLow: false };
    },
  });
  const refresh = printing.refreshState();
  const payment = counter.pay();
  const jobId = counter.database.commit(() =>
    printing.enqueuePaymentPaper(payment, 'original', 'ana'),
  );
  printing.wake();
  await expect.poll(() => printing.getPaymentTape(payment)?.state).toBe('printing');
  counter.settings.now = createPrintingSettings({ kind: 'pdf', folder: tmpdir(), columns: 42 });
  resolveStatus({ kind: 'ready', isPaperLow: false });
  await refresh;
  expect(await waitUntilPrintJobEnded(printing, payment)).toMatchObject({
    state: 'refused',
    reason: 'not-made',
  });
  expect(sent).toEqual([]);
  await printing.retryJob(jobId, null, null);
  expect((await waitUntilPrintJobEnded(printing, payment)).state).toBe('printed');
  expect(sent.map((bytes) => bytes.toString('latin1', 0, 5))).toEqual(['%PDF-']);
});

describe('the screen printer', () => {
  it('shows the printed paper on the tape', async () => {
    counter = await openCounter();
    counter.settings.now = createPrintingSettings({ kind: 'screen', columns: 48 });
    const printing = counter.open();
    const payment = counter.pay();
    const tape = await counter.print(printing, payment);
    expect(tape).toMatchObject({ state: 'printed', columns: 48, ticketText: 'exact' });
    const text = readTapeText(tape);
    expect(text).toContain('  Auth: 1569455271');
    const name = tape.lines.find((line) => line.kind === 'text' && line.runs[0]?.double === 'both');
    expect(name?.kind === 'text' && name.runs[0]?.text).toBe('Abarrotes Núñez');
    expect(printing.getState()).toMatchObject({ kind: 'screen', light: 'ready', waitingJobs: 0 });
    expect(counter.printer.connections).toBe(0);
    expect(printing.listRecentTapes(5).map((recentTape) => recentTape.paymentId)).toEqual([
      payment,
    ]);
  });

  it('queues one original for each payment', async () => {
    counter = await openCounter();
    counter.settings.now = createPrintingSettings({ kind: 'screen', columns: 48 });
    const printing = counter.open();
    const payment = counter.pay();
    const ids = counter.database.commit(() => [
      printing.enqueuePaymentPaper(payment, 'original', 'ana'),
      printing.enqueuePaymentPaper(payment, 'original', 'ana'),
    ]);
    expect(ids[0]).toBe(ids[1]);
    printing.wake();
    expect((await waitUntilPrintJobEnded(printing, payment)).jobId).toBe(ids[0]);
  });

  it('prints a test page in each language', async () => {
    counter = await openCounter();
    const printing = counter.open();
    for (const [language, title] of [
      ['es-MX', 'Prueba de impresión'],
      ['es-CO', 'Prueba de impresión'],
      ['en', 'Test print'],
    ] as const) {
      counter.settings.now = {
        ...createPrintingSettings({ kind: 'screen', columns: 32 }),
        language,
      };
      const testPage = printing.printTestPage('ana');
      expect(testPage.ok && readTapeText(testPage.value)).toContain(title);
    }
  });
});
