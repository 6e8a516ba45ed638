import { describe, expect, it } from 'vitest';
import { PRINTER_MODELS } from '../../../shared/contract/index.ts';
import { getReceiptTexts } from '../../../shared/i18n/index.ts';
import {
  readLinesBetweenFences,
  readPages,
  toLines,
} from '../../../tests/support/read-pdf/index.ts';
import {
  decodePrinted,
  readTicketBetweenFences,
} from '../../../tests/support/virtual-printer/index.ts';
import { composeReceipt } from '../compose.fixture.ts';
import { getPrinterModel } from '../models/index.ts';
import type { PaperKind, Receipt, ReceiptFacts } from '../papers/index.ts';
import { createPrintingSettings } from '../printing.fixture.ts';
import { createSample, REFUSED_CASH_OUT } from '../receipts.fixture.ts';
import { renderPaper } from '../render-paper.ts';
import { encodeTextInCodePage } from './encode-ticket.ts';

/** R126 and R127: the service's message on the slip, exactly as received, and our reason with it. */

const MESSAGE = '  Transacción no realizada,\r\n  «límite»   de $8,000.00\n\n¿Dudas? Sucursal.  ';
const LINES = MESSAGE.split(/\r?\n/);
const UNCOVERED_MESSAGE = 'Límite “diario” ₡10 – 日本語';
const SERVICE_LABEL = getReceiptTexts('es-MX').serviceSays;

function buildSlip(
  changedFacts: Partial<ReceiptFacts>,
  kind: Exclude<PaperKind, 'test'> = 'failed',
): Receipt {
  const facts = { ...REFUSED_CASH_OUT, message: MESSAGE, ...changedFacts };
  return createSample('slip', kind, facts).receipt(createPrintingSettings(null));
}

type Model = (typeof PRINTER_MODELS)[number];

function print(receipt: Receipt, model: Model) {
  const paper = {
    columns: 42,
    drawer: null,
    language: 'es-MX',
    environment: 'production',
  } as const;
  return composeReceipt(receipt, { ...paper, model: getPrinterModel(model) });
}

/** Whether the bytes contain each line, for makes that the decoder does not support. */
function hasLines(bytes: Buffer, lines: readonly string[], model: Model): boolean {
  const { codePage: page } = getPrinterModel(model).codePages[0];
  return lines.every((line) => bytes.includes(Buffer.from(encodeTextInCodePage(line, page))));
}

async function printPdf(receipt: Receipt) {
  const paper = {
    columns: 42,
    drawer: null,
    language: 'es-MX',
    environment: 'production',
  } as const;
  const model = getPrinterModel('epson');
  const about = { title: 'One', at: '2026-01-15T16:42:07.000Z' };
  const { bytes } = await renderPaper(receipt, { ...paper, form: 'sheet', model }, about);
  return await readPages(bytes);
}

describe.each(PRINTER_MODELS)('the slip of a refusal on %s', (model) => {
  it.each(['R126', 'R127'])(
    'has the unchanged message of a cash-out that was refused with %s',
    (code) => {
      const printed = print(buildSlip({ code }), model);
      expect(printed.ticketText).toBe('exact');
      const { family } = getPrinterModel(model);
      if (family === 'daruma' || family === 'brother') {
        const ownTexts = [`${SERVICE_LABEL} (${code}):`, 'La operación no se hizo'];
        expect(hasLines(printed.bytes, [...LINES, ...ownTexts], model)).toBe(true);
        return;
      }
      const decoded = decodePrinted(printed.bytes, family === 'star' ? 'star' : 'epson');
      expect(readTicketBetweenFences(decoded)).toBe(LINES.join('\n'));
      const paper = decoded.lines.map((line) => line.text).join('\n');
      expect(paper).toContain(`${SERVICE_LABEL} (${code}):`);
      expect(paper).toContain('La operación no se hizo');
      expect(paper).toContain('RETIRO NO REALIZADO');
    },
  );

  it('draws or marks characters that the code page lacks, as in a ticket', () => {
    const ticketSample = createSample('ticket', 'original', { ticketText: UNCOVERED_MESSAGE });
    const printedTicket = print(ticketSample.receipt(createPrintingSettings(null)), model);
    const printed = print(buildSlip({ message: UNCOVERED_MESSAGE }), model);
    expect(printed.ticketText).toBe(printedTicket.ticketText);
    expect(['drawn', 'marked']).toContain(printed.ticketText);
    const listTicketLines = ({ lines }: typeof printed) =>
      lines.filter((line) => line.kind.startsWith('ticket-'));
    expect(listTicketLines(printed)).toEqual(listTicketLines(printedTicket));
  });
});

it('prints the unchanged message of a refusal in a PDF file', async () => {
  const pages = await printPdf(buildSlip({}));
  expect(readLinesBetweenFences(pages)).toEqual(LINES.filter((line) => line !== ''));
  expect(pages.flatMap(toLines).join('\n')).toContain(`${SERVICE_LABEL} (R126):`);
  const foreign = await printPdf(buildSlip({ message: UNCOVERED_MESSAGE }));
  expect(readLinesBetweenFences(foreign)).toEqual([UNCOVERED_MESSAGE]);
});

describe('a refusal without a message of the service', () => {
  const getTexts = (receipt: Receipt): string =>
    receipt.before.map((line) => (line.kind === 'text' ? line.text : '')).join('\n');

  it.each([null, '', ' \n '])('has our own text for the code if the message is %j', (message) => {
    for (const kind of ['cash-out', 'bill'] as const) {
      const limit = getTexts(buildSlip({ kind, code: 'R126', message }));
      expect(limit).toContain('La operación no se hizo: pasa del límite permitido.');
      expect(limit).toContain('Acuda a una sucursal bancaria.');
      const other = getTexts(buildSlip({ kind, code: 'R127', message }));
      expect(other).toContain('La operación no se hizo.');
      expect(other).not.toContain('sucursal');
    }
    expect(getTexts(buildSlip({ code: 'R124', message }))).toMatch(/retir/i);
  });

  it('has our own text on a printed slip', () => {
    const { bytes } = print(buildSlip({ code: 'R126', message: null }), 'epson');
    const paper = decodePrinted(bytes, 'epson').lines.map((line) => line.text);
    expect(paper.join('\n')).toContain('Acuda a una sucursal bancaria.');
  });

  it('adds no second instruction beside a message', () => {
    const texts = getTexts(buildSlip({ code: 'R126' }));
    expect(texts).toContain('La operación no se hizo: pasa del límite permitido.');
    expect(texts).not.toContain('Acuda a una sucursal bancaria.');
  });
});

describe('the message of the service', () => {
  const bill = { kind: 'bill', cash: '600.00', change: '41.00' } as const;

  it.each([
    ['is on the slip of any refusal by these codes', buildSlip({ ...bill, code: 'R127' }), MESSAGE],
    ['is on a copy of the slip', buildSlip({}, 'copy'), MESSAGE],
    [
      'is on the slip of a cash-out that was refused with another code',
      buildSlip({ code: 'R124' }),
      MESSAGE,
    ],
    [
      'is on the slip of a cash-out that a supervisor closed',
      buildSlip({ state: 'by-hand-not-paid' }),
      MESSAGE,
    ],
    [
      'is not on the slip of a bill that was refused with another code',
      buildSlip({ ...bill, code: 'R2' }),
      null,
    ],
    ['is not on the slip of an unknown payment', buildSlip({ state: 'unknown' }, 'pending'), null],
    ['is not on the slip if the message is blank', buildSlip({ message: ' ' }), null],
  ])('%s', (_, receipt, message) => {
    expect(receipt.ticket).toBe(message);
  });
});
