import { describe, expect, it } from 'vitest';
import { PRINTER_MODELS } from '../../../shared/contract/index.ts';
import { getReceiptTexts } from '../../../shared/i18n/index.ts';
import { linesBetweenFences, readPages, toLines } from '../../../tests/support/read-pdf/index.ts';
import {
  decodePrinted,
  ticketBetweenFences,
} from '../../../tests/support/virtual-printer/index.ts';
import { compose } from '../compose.fixture.ts';
import { getPrinterModel } from '../models/index.ts';
import type { PaperKind, Receipt, ReceiptFacts } from '../papers/index.ts';
import { settingsFor } from '../printing.fixture.ts';
import { REFUSED_CASH_OUT, sample } from '../receipts.fixture.ts';
import { renderPaper } from '../render-paper.ts';
import { encodeText } from './encode-ticket.ts';

/** R126 and R127: the service's message on the slip, exactly as it came, and ours beside it. */

const MESSAGE = '  Transacción no realizada,\r\n  «límite»   de $8,000.00\n\n¿Dudas? Sucursal.  ';
const LINES = MESSAGE.split(/\r?\n/);
const FOREIGN = 'Límite “diario” ₡10 – 日本語';
const SAYS = getReceiptTexts('es-MX').serviceSays;

function slip(change: Partial<ReceiptFacts>, kind: Exclude<PaperKind, 'test'> = 'failed'): Receipt {
  const facts = { ...REFUSED_CASH_OUT, message: MESSAGE, ...change };
  return sample('slip', kind, facts).receipt(settingsFor(null));
}

type Model = (typeof PRINTER_MODELS)[number];

function print(receipt: Receipt, model: Model) {
  const paper = {
    columns: 42,
    drawer: null,
    language: 'es-MX',
    environment: 'production',
  } as const;
  return compose(receipt, { ...paper, model: getPrinterModel(model) });
}

/** The bytes of what is printed line by line, for makes that the decoder does not read. */
function holds(bytes: Buffer, lines: readonly string[], model: Model): boolean {
  const { page } = getPrinterModel(model).codePages[0];
  return lines.every((line) => bytes.includes(Buffer.from(encodeText(line, page))));
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

describe.each(PRINTER_MODELS)('on %s', (model) => {
  it.each(['R126', 'R127'])('the slip of a cash-out that %s refused says it unchanged', (code) => {
    const made = print(slip({ code }), model);
    expect(made.ticketText).toBe('exact');
    const { family } = getPrinterModel(model);
    if (family === 'daruma' || family === 'brother') {
      const others = [`${SAYS} (${code}):`, 'La operación no se hizo'];
      expect(holds(made.bytes, [...LINES, ...others], model)).toBe(true);
      return;
    }
    const decoded = decodePrinted(made.bytes, family === 'star' ? 'star' : 'epson');
    expect(ticketBetweenFences(decoded)).toBe(LINES.join('\n'));
    const paper = decoded.lines.map((line) => line.text).join('\n');
    expect(paper).toContain(`${SAYS} (${code}):`);
    expect(paper).toContain('La operación no se hizo');
    expect(paper).toContain('RETIRO NO REALIZADO');
  });

  it('what its code page lacks is drawn, or marked where it cannot be', () => {
    const asTicket = sample('ticket', 'original', { ticketText: FOREIGN });
    const ofTicket = print(asTicket.receipt(settingsFor(null)), model);
    const made = print(slip({ message: FOREIGN }), model);
    expect(made.ticketText).toBe(ofTicket.ticketText);
    expect(['drawn', 'marked']).toContain(made.ticketText);
    const ticket = ({ lines }: typeof made) =>
      lines.filter((line) => line.kind.startsWith('ticket-'));
    expect(ticket(made)).toEqual(ticket(ofTicket));
  });
});

it('a PDF shows it unchanged', async () => {
  const pages = await printPdf(slip({}));
  expect(linesBetweenFences(pages)).toEqual(LINES.filter((line) => line !== ''));
  expect(pages.flatMap(toLines).join('\n')).toContain(`${SAYS} (R126):`);
  const foreign = await printPdf(slip({ message: FOREIGN }));
  expect(linesBetweenFences(foreign)).toEqual([FOREIGN]);
});

describe('the message stands on', () => {
  const bill = { kind: 'bill', cash: '600.00', change: '41.00' } as const;

  it.each([
    ['the slip of any refusal by these codes', slip({ ...bill, code: 'R127' }), MESSAGE],
    ['a copy of the slip', slip({}, 'copy'), MESSAGE],
    ['the slip of a cash-out that another code refused', slip({ code: 'R124' }), MESSAGE],
    ['the slip of one that a supervisor closed', slip({ state: 'by-hand-not-paid' }), MESSAGE],
    ['no slip of a bill that another code refused', slip({ ...bill, code: 'R2' }), null],
    ['no slip of what is not known', slip({ state: 'unknown' }, 'pending'), null],
    ['no slip where the service said nothing', slip({ message: ' ' }), null],
  ])('%s', (_, receipt, message) => {
    expect(receipt.ticket).toBe(message);
  });
});
