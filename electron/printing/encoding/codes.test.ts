import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PRINTER_MODELS } from '../../../shared/contract/index.ts';
import { readPictures } from '../../../tests/support/read-pdf/index.ts';
import {
  decodePrinted,
  decodeQr,
  type PaperImage,
  scanBars,
} from '../../../tests/support/virtual-printer/index.ts';
import { decodePng } from '../../platform/png/index.ts';
import { encodeQr } from '../codes/index.ts';
import { composeReceipt, EMPTY_PAPER, type RollPaper } from '../compose.fixture.ts';
import {
  BARCODE_MODULE_DOTS,
  computePaperLayout,
  type PaperLine,
  QR_MODULE_DOTS,
} from '../layout/index.ts';
import { getPrinterModel } from '../models/index.ts';
import type { ReceiptLine } from '../papers/index.ts';
import { loadAndBuildPdf } from '../pdf/index.ts';
import { toTapeLines } from '../tape/index.ts';

const MODELS = ['epson', 'star'] as const;
const UNDOCUMENTED = PRINTER_MODELS.filter((name) => !getPrinterModel(name).supportsGraphics);
const REFERENCE = '0f8fad5b-d9cb-469f-a165-70867728950e';

function createPaper(model: Parameters<typeof getPrinterModel>[0], columns: number): RollPaper {
  const paper = { columns, drawer: null, language: 'es-MX', environment: 'production' } as const;
  return { ...paper, model: getPrinterModel(model) };
}

function createReceipt(...lines: readonly ReceiptLine[]) {
  return { ...EMPTY_PAPER, before: lines };
}

const toQrLine = (text: string): ReceiptLine => ({ kind: 'code', symbology: 'qr', text });
const toBarLine = (text: string): ReceiptLine => ({ kind: 'code', symbology: 'code-128', text });
const NEXT_LINE: ReceiptLine = { kind: 'text', text: 'SIGUE', align: 'left', weight: 'plain' };

/** Samples the modules of a code in the corner of each cell. */
function readModules(image: PaperImage, cell: number): boolean[][] {
  return image.rows
    .filter((_, row) => row % cell === 0)
    .map((row) => [...row].filter((_, dot) => dot % cell === 0).map((dot) => dot === 1));
}

function decodeImage(png: string): PaperImage {
  const { width, height, tones } = decodePng(Buffer.from(png, 'base64'));
  const rows = Array.from({ length: height }, (_, row) =>
    tones.subarray(row * width, (row + 1) * width).map((tone) => (tone === 0 ? 1 : 0)),
  );
  return { rows };
}

function listTapeCodes(lines: readonly PaperLine[], name: 'epson' | 'star', columns: number) {
  return toTapeLines(lines, {
    columns,
    model: getPrinterModel(name),
    continuationNote: null,
  }).filter((line) => line.kind === 'barcode');
}

describe.each(MODELS)('a code on %s', (model) => {
  it('puts a readable QR code on the paper and on the tape for any reference', () => {
    const references = fc.oneof(fc.uuid(), fc.constant(REFERENCE));
    fc.assert(
      fc.property(references, fc.constantFrom(32, 42, 48), (reference, columns) => {
        const composed = composeReceipt(
          createReceipt(toQrLine(reference), NEXT_LINE),
          createPaper(model, columns),
        );
        const paper = decodePrinted(composed.bytes, model);
        expect(paper.events).toEqual(['cut']);
        const [printed] = paper.lines.filter((line) => line.code !== undefined);
        expect(printed).toMatchObject({ align: 'center', code: { kind: 'qr', text: reference } });
        expect(decodeQr(readModules(printed?.image ?? { rows: [] }, QR_MODULE_DOTS))).toBe(
          reference,
        );
        const line = listTapeCodes(composed.lines, model, columns)[0];
        expect(line).toMatchObject({ symbology: 'qr', text: reference, align: 'center' });
        expect(decodeQr(readModules(decodeImage(line?.png ?? ''), QR_MODULE_DOTS))).toBe(reference);
        expect(paper.lines.at(-1)?.text).toBe('SIGUE');
      }),
      { numRuns: 30 },
    );
  });

  it('puts a readable QR code of a sheet on the narrowest paper and on the tape', () => {
    const text = `MOSTRADOR-EVIDENCE-1\n${'a7-Z '.repeat(90)}`.trimEnd();
    const composed = composeReceipt(createReceipt(toQrLine(text)), createPaper(model, 32));
    const [printed] = decodePrinted(composed.bytes, model).lines.filter(
      (line) => line.code !== undefined,
    );
    expect(printed).toMatchObject({ code: { kind: 'qr', text } });
    const [line] = listTapeCodes(composed.lines, model, 32);
    expect(decodeQr(readModules(decodeImage(line?.png ?? ''), QR_MODULE_DOTS))).toBe(text);
  });

  it('puts a readable bar code on the paper and on the tape for any authorization', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9A-Za-z-]{1,12}$/), (authorization) => {
        const composed = composeReceipt(
          createReceipt(toBarLine(authorization)),
          createPaper(model, 32),
        );
        const paper = decodePrinted(composed.bytes, model);
        const [printed] = paper.lines.filter((line) => line.code !== undefined);
        expect(printed?.align).toBe('center');
        const rows = printed?.image?.rows ?? [];
        expect(rows).toHaveLength(64);
        expect(rows.every((row) => scanBars(row) === authorization)).toBe(true);
        const line = listTapeCodes(composed.lines, model, 32)[0];
        const tapeRows = decodeImage(line?.png ?? '').rows;
        expect(tapeRows.every((row) => scanBars(row) === authorization)).toBe(true);
        expect(tapeRows).toHaveLength(64);
      }),
      { numRuns: 100 },
    );
  });

  it('leaves out a bar code that does not fit the paper with its quiet zones', () => {
    for (const [columns, fits] of [
      [32, 12],
      [42, 17],
      [48, 21],
    ] as const) {
      const listCodes = (length: number) => {
        const { lines } = composeReceipt(
          createReceipt(toBarLine('7'.repeat(length))),
          createPaper(model, columns),
        );
        return listTapeCodes(lines, model, columns);
      };
      const counts = [listCodes(fits).length, listCodes(fits + 1).length];
      expect([columns, ...counts]).toEqual([columns, 1, 0]);
      const width = listCodes(fits)[0]?.width ?? 0;
      expect(width + 2 * 10 * BARCODE_MODULE_DOTS).toBeLessThanOrEqual(columns * 12);
    }
  });

  it.each(['', 'with a space', 'ñandú', '{A', '\x1bp\x00', 'x'.repeat(505)])(
    'prints %j as text instead of a code',
    (text) => {
      const { bytes } = composeReceipt(
        createReceipt(toQrLine(text), toBarLine(text)),
        createPaper(model, 48),
      );
      const paper = decodePrinted(bytes, model);
      expect(paper.events).toEqual(['cut']);
      expect(paper.lines.some((line) => line.code !== undefined)).toBe(false);
    },
  );
});

it('sends no code to a printer without documented commands for codes', () => {
  const encodeWithoutCodes = (model: (typeof UNDOCUMENTED)[number]): Buffer =>
    composeReceipt(createReceipt(NEXT_LINE), createPaper(model, 48)).bytes;
  for (const model of UNDOCUMENTED) {
    const lines = createReceipt(toQrLine(REFERENCE), toBarLine('12345'), NEXT_LINE);
    expect(composeReceipt(lines, createPaper(model, 48)).bytes).toEqual(encodeWithoutCodes(model));
  }
});

it('draws readable codes in a PDF file', async () => {
  const paper = { ...createPaper('epson', 48), form: 'sheet' } as const;
  const { lines } = computePaperLayout(
    createReceipt(toQrLine(REFERENCE), toBarLine('1569455271')),
    paper,
  );
  const about = { title: 'a', at: '2026-01-15T16:42:07.000Z', language: 'es-MX' };
  const file = await loadAndBuildPdf({ ...about, columns: 48, lines });
  const [square, row] = await readPictures(file);
  expect(decodeQr(readModules(square ?? { rows: [] }, QR_MODULE_DOTS))).toBe(REFERENCE);
  expect(scanBars(row?.rows[0] ?? new Uint8Array())).toBe('1569455271');
});

it('does not decode a QR code with one wrong module', () => {
  const modules = encodeQr(REFERENCE) ?? [];
  expect(decodeQr(modules)).toBe(REFERENCE);
  for (const [row, column] of [
    [0, 0],
    [8, 2],
    [14, 20],
    [28, 28],
  ] as const) {
    const damaged = modules.map((line) => [...line]);
    const line = damaged[row];
    if (line !== undefined) line[column] = line[column] !== true;
    expect(decodeQr(damaged)).toBeNull();
  }
});
