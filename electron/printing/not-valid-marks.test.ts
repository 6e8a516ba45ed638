import { describe, expect, it } from 'vitest';
import type { EnvironmentName } from '../../shared/contract/index.ts';
import { readPages, toLines } from '../../tests/support/read-pdf/index.ts';
import { decodePrinted } from '../../tests/support/virtual-printer/index.ts';
import { composeReceipt } from './compose.fixture.ts';
import { getPrinterModel } from './models/index.ts';
import {
  encodePaperDocument,
  type PaperDocument,
  toReceiptOfPaperDocument,
} from './papers/index.ts';
import { createPrintingSettings } from './printing.fixture.ts';
import { SAMPLES, type SampleReceipt } from './receipts.fixture.ts';
import { renderPaper } from './render-paper.ts';

const REPORT: PaperDocument = {
  name: 'corte-x',
  lines: [
    { kind: 'text', text: 'Corte X', align: 'center', weight: 'bold' },
    { kind: 'pair', label: 'Total', value: '$559.00', isBold: true },
    { kind: 'rule' },
  ],
  drawer: 'stays',
  guard: 'x-report',
};
const SLIP: PaperDocument = { ...REPORT, name: 'salida', drawer: 'first', guard: null };

const PAPERS: readonly SampleReceipt[] = [
  ...SAMPLES,
  ...[REPORT, SLIP].map((document) => ({
    name: document.name,
    receipt: () => toReceiptOfPaperDocument(encodePaperDocument(document), { name: 'Lupita' }),
  })),
];

const WORDS: readonly (readonly [EnvironmentName, 'es-MX' | 'en', string])[] = [
  ['training', 'es-MX', '*** PRÁCTICA: SIN VALOR ***'],
  ['training', 'en', '*** TRAINING: NO VALUE ***'],
  ['sandbox', 'es-MX', '*** PRUEBAS: NO ES VÁLIDO ***'],
  ['sandbox', 'en', '*** SANDBOX: NOT VALID ***'],
];

describe.each(PAPERS)('the paper $name', ({ receipt }) => {
  it.each(WORDS)(
    'marks a paper as not valid at both ends in %s and %s',
    async (environment, language, mark) => {
      const content = receipt({
        ...createPrintingSettings(null),
        language,
        environment: environment,
      });
      for (const columns of [32, 42, 48]) {
        const paper = { columns, drawer: null, language, environment: environment } as const;
        for (const make of ['epson', 'star'] as const) {
          const { bytes } = composeReceipt(content, { ...paper, model: getPrinterModel(make) });
          expectMarked(
            decodePrinted(bytes, make).lines.map(({ text }) => text),
            mark,
          );
        }
        const sheet = { ...paper, form: 'sheet', model: getPrinterModel('epson') } as const;
        const file = await renderPaper(content, sheet, {
          title: 'One',
          at: '2026-01-15T16:42:07.000Z',
        });
        expectMarked((await readPages(file.bytes)).flatMap(toLines), mark);
      }
    },
  );

  it('has no such mark in production', () => {
    const content = receipt({
      ...createPrintingSettings(null),
      language: 'es-MX',
      environment: 'production',
    });
    const paper = {
      columns: 48,
      drawer: null,
      language: 'es-MX',
      environment: 'production',
    } as const;
    const { bytes } = composeReceipt(content, { ...paper, model: getPrinterModel('epson') });
    const text = decodePrinted(bytes, 'epson').lines.map((line) => line.text);
    expect(text.join('\n')).not.toMatch(/PRÁCTICA|PRUEBAS|VÁLIDO/);
  });
});

function expectMarked(lines: readonly string[], mark: string): void {
  const texts = lines.map((line) => line.trim()).filter((line) => line !== '');
  expect(texts[0]).toBe(mark);
  expect(texts.at(-1)).toBe(mark);
}
