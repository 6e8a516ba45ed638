import fc from 'fast-check';
import { BreakLine, CharacterSet, PrinterTypes, ThermalPrinter } from 'node-thermal-printer';
import { describe, expect, it } from 'vitest';
import { decodePrinted, type PaperLine } from '../../../tests/support/virtual-printer/index.ts';
import { findCharactersMissingInCodePage, planPrintedTicket } from '../layout/index.ts';
import { type CodePage, CP858, CP1252, getPrinterModel } from '../models/index.ts';
import { encodeTextInCodePage, encodeTicketLines } from './encode-ticket.ts';

const MODELS = ['epson', 'star'] as const;
const WIDTHS = [32, 42, 48] as const;
const SPANISH = 'áéíóúüñÁÉÍÓÚÜÑ¿¡ºª€$«»';

function listCharacters(page: CodePage): string[] {
  const characters: string[] = [];
  for (let code = 0; code <= 0xffff; code += 1) {
    const character = String.fromCharCode(code);
    if (page.getByte(character) !== undefined) characters.push(character);
  }
  return characters;
}

/** The text of the printed lines; joins lines that end in the continuation mark. */
function readPrintedText(lines: readonly PaperLine[]): string {
  return lines
    .map((line) => {
      const last = line.cells.at(-1);
      return last?.inverse && last.text === '»' ? line.text.slice(0, -1) : `${line.text}\n`;
    })
    .join('')
    .slice(0, -1);
}

/** `tanca` decodes like an Epson and has no raster, so that missing characters are marked. */
function printTicket(text: string, make: (typeof MODELS)[number] | 'tanca', columns: number) {
  const model = getPrinterModel(make);
  const plan = planPrintedTicket(text, model, columns);
  const bytes = encodeTicketLines(plan.lines, plan.page, model);
  return { plan, decoded: decodePrinted(bytes, make === 'star' ? 'star' : 'epson') };
}

const listTicketDots = ({ lines }: ReturnType<typeof planPrintedTicket>) =>
  lines.map((line) => (line.kind === 'ticket-drawn' ? line.pieces : []));

describe('the text encoder', () => {
  it('has all characters of Spanish and the euro on both pages', () => {
    expect(findCharactersMissingInCodePage(SPANISH, CP858)).toEqual([]);
    expect(findCharactersMissingInCodePage(SPANISH, CP1252)).toEqual([]);
  });

  it.each([
    ['CP858', CP858, CharacterSet.PC858_EURO],
    ['CP1252', CP1252, CharacterSet.WPC1252],
  ] as const)('encodes the same %s as the library', (_name, page, characterSet) => {
    for (const character of listCharacters(page)) {
      const library = new ThermalPrinter({
        type: PrinterTypes.EPSON,
        interface: '',
        breakLine: BreakLine.NONE,
      });
      library.setCharacterSet(characterSet);
      const prefixLength = library.getBuffer().length;
      library.append(character);
      expect([character, ...library.getBuffer().subarray(prefixLength)]).toEqual([
        character,
        ...encodeTextInCodePage(character, page),
      ]);
    }
  });

  it('has no control characters', () => {
    for (const page of [CP858, CP1252]) {
      for (let code = 0; code < 0x20; code += 1) {
        expect(page.getByte(String.fromCharCode(code))).toBeUndefined();
      }
      for (let code = 0x7f; code < 0xa0; code += 1) {
        expect(page.getByte(String.fromCharCode(code))).toBeUndefined();
      }
    }
  });

  it.each(MODELS.flatMap((make) => WIDTHS.map((columns) => [make, columns] as const)))(
    'prints any covered text unchanged on %s at %i columns',
    (make, columns) => {
      const line = fc.string({
        unit: fc.constantFrom(...listCharacters(getPrinterModel(make).codePages[0].codePage)),
        maxLength: columns,
      });
      fc.assert(
        fc.property(fc.array(line, { minLength: 1, maxLength: 20 }), (lines) => {
          const text = lines.join('\n');
          const { plan, decoded } = printTicket(text, make, columns);
          expect(plan.form).toBe('exact');
          expect(decoded.events).toEqual([]);
          expect(readPrintedText(decoded.lines)).toBe(text);
        }),
        { numRuns: 300 },
      );
    },
  );

  it('continues lines that are too long after a mark on a printer without a raster', () => {
    const characters = listCharacters(getPrinterModel('tanca').codePages[0].codePage);
    const line = fc.string({ unit: fc.constantFrom(...characters), maxLength: 200 });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 5 }), (lines) => {
        const text = lines.join('\n');
        const { plan, decoded } = printTicket(text, 'tanca', 32);
        expect(plan.form).toBe(
          lines.every((printedLine) => printedLine.length <= 32) ? 'exact' : 'marked',
        );
        expect(decoded.maxColumns).toBeLessThanOrEqual(32);
        expect(readPrintedText(decoded.lines)).toBe(text);
      }),
      { numRuns: 300 },
    );
  });

  it.each(MODELS)('prints no commands to %s for any hostile text', (make) => {
    const hostile = fc.oneof(
      fc.constantFrom(
        '\x1bp\x00\x19\xfa',
        '\x1b@',
        '\x1dV\x00',
        '\x07',
        '\x10\x04\x01',
        '\x1b!\x30',
      ),
      fc.string({ unit: 'binary' }),
      fc.string({
        unit: fc.integer({ min: 0, max: 0x2f }).map((code) => String.fromCharCode(code)),
      }),
    );
    fc.assert(
      fc.property(fc.array(hostile, { maxLength: 6 }), (parts) => {
        const { decoded } = printTicket(parts.join(''), make, 42);
        expect(decoded.events).toEqual([]);
        expect(decoded.maxColumns).toBeLessThanOrEqual(42);
        expect(decoded.lines.map((printedLine) => printedLine.align)).not.toContain('center');
      }),
      { numRuns: 500 },
    );
  });

  it('marks characters that the page lacks by their code point on a printer without a raster', () => {
    const { plan, decoded } = printTicket('Total ₡5\t😀', 'tanca', 48);
    expect(plan.form).toBe('marked');
    const [line] = decoded.lines;
    expect(line?.text).toBe('Total U+20A15U+0009U+1F600');
    const marked = line?.cells.filter((cell) => cell.inverse).map((cell) => cell.text);
    expect(marked?.join('')).toBe('U+20A1U+0009U+1F600');
  });

  it('uses the code page that holds the whole text if the printer has one', () => {
    const { plan, decoded } = printTicket('“Gracias” – señor', 'epson', 48);
    expect(plan.form).toBe('exact');
    expect(decoded.lines[0]?.text).toBe('“Gracias” – señor');
  });

  it.each(['epson', 'star'] as const)('prints no soft hyphen on %s', (make) => {
    const plan = planPrintedTicket('ban\u00adco', getPrinterModel(make), 48);
    expect(plan.form).toBe('drawn');
    expect(listTicketDots(plan)).toEqual(
      listTicketDots(planPrintedTicket('ban\u200bco', getPrinterModel(make), 48)),
    );
  });

  it('keeps blank lines, spaces and trailing line breaks; CR LF is one line break', () => {
    const { decoded } = printTicket('\r\n  a  \r\n\n\nb \n\n', 'star', 32);
    expect(decoded.lines.map((line) => line.text)).toEqual(['', '  a  ', '', '', 'b ', '', '']);
  });

  it('throws rather than print a question mark', () => {
    expect(() => encodeTextInCodePage('₡', CP858)).toThrow(TypeError);
  });
});

describe('the text encoder with difficult texts', () => {
  it('prints a text of 100,000 characters, with broken Unicode, or empty', () => {
    const long = 'ñ'.repeat(100_000);
    const { decoded } = printTicket(long, 'tanca', 48);
    expect(readPrintedText(decoded.lines)).toBe(long);
    expect(printTicket('a\ud83db', 'tanca', 48).decoded.lines[0]?.text).toBe('aU+D83Db');
    expect(printTicket('', 'epson', 48).decoded.lines.map((line) => line.text)).toEqual(['']);
  });
});
