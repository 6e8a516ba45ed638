import { describe, expect, it } from 'vitest';
import { PRINTER_MODELS } from '../../../shared/contract/index.ts';
import { composeReceipt } from '../compose.fixture.ts';
import { getPrinterModel, type PrinterModel } from '../models/index.ts';
import { buildTestReceipt } from '../papers/index.ts';
import { createPrintingSettings } from '../printing.fixture.ts';
import { toTapeLines } from './tape-lines.ts';

/** The ticket on the tape of each model. A drawn text is one image. */
const TICKET: Readonly<Record<PrinterModel['name'], readonly string[]>> = {
  epson: ['[image]'],
  star: ['[image]'],
  tanca: ['señal', '', ' U+20A15'],
  custom: ['señal', '', ' U+20A15'],
  daruma: ['señal', '', ' [U+20A1]5'],
  brother: ['señal', '', ' [U+20A1]5'],
};

describe('the tape of a paper', () => {
  it.each(PRINTER_MODELS)('shows the content of the paper of a %s printer', (name) => {
    const receipt = {
      ...buildTestReceipt(createPrintingSettings(null), '2026-01-15T16:42:07.000Z'),
      ticket: 'señal\n\n ₡5',
      drawer: 'first' as const,
    };
    const model = getPrinterModel(name);
    const paper = {
      columns: 42,
      drawer: 'pin-5',
      language: 'es-MX',
      environment: 'training',
    } as const;
    const { lines } = composeReceipt(receipt, { ...paper, model });
    const tape = toTapeLines(lines, { columns: 42, model, continuationNote: null });
    const tapeTexts = tape.map((line) =>
      line.kind === 'text' ? line.runs.map((run) => run.text).join('') : `[${line.kind}]`,
    );
    const hasDrawer = model.drawer !== null;
    expect(tapeTexts.filter((line) => line === '[drawer]')).toHaveLength(hasDrawer ? 1 : 0);
    expect(tapeTexts.at(-1)).toBe('[cut]');
    const rule = '='.repeat(42);
    const [first, last] = [tapeTexts.indexOf(rule), tapeTexts.lastIndexOf(rule)];
    expect(tapeTexts.slice(first + 1, last)).toEqual(TICKET[name]);
    const runs = tape.flatMap((line) => (line.kind === 'text' ? line.runs : []));
    const marks = runs.filter((run) => run.inverse).map((run) => run.text);
    expect(marks).toEqual(TICKET[name].join().includes(' U+') ? ['U+20A1'] : []);
    const large = runs.filter((run) => run.double !== 'no').map((run) => run.text);
    expect(large).toEqual(model.hasLargeText ? ['Abarrotes Núñez'] : []);
  });
});
