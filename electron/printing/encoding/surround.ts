import { BreakLine, PrinterTypes, ThermalPrinter } from 'node-thermal-printer';
import { BAR, BAR_HEIGHT, type CodeLine, type PaperLine, QR_CELL } from '../layout/index.ts';
import type { PrinterModel, PrinterPage } from '../models/index.ts';
import { encodePicture } from './raster.ts';
import { encodeCovered } from './ticket.ts';

/** What stands around the service's text. */
export type AroundPaperLine = Extract<PaperLine, { kind: 'text' | 'rule' | 'logo' | 'code' }>;

/** The library's number for Code 128. */
const CODE_128 = 73;

/**
 * Lines around the service's text as bytes. The library gives the commands of the model (size,
 * weight, place, rules, codes); the characters go through our own encoder, because the
 * library's changes the page on its own and prints `?` for what it does not know. It has no
 * interface, so nothing can be sent by it, and it is a new one each time, because it never empties
 * its buffer.
 */
export function composeLines(
  lines: readonly AroundPaperLine[],
  model: PrinterModel,
  page: PrinterPage,
  columns: number,
): Buffer {
  const library = new ThermalPrinter({
    type: PrinterTypes[model.libraryType],
    interface: '',
    width: columns,
    breakLine: BreakLine.NONE,
  });
  library.append(Buffer.from(page.select));
  library.setTextNormal();
  for (const line of lines) {
    switch (line.kind) {
      case 'logo':
        // What a printer is not known to take is left out: a receipt without a logo is a receipt.
        if (model.raster === null) break;
        library.alignCenter();
        library.append(encodePicture(line.dots, model.raster.family));
        // Where lines of a picture are fed as far as they are high, those of text would be, too.
        library.append(Buffer.from([...model.initialise, ...page.select]));
        break;
      case 'code':
        library.alignCenter();
        addCode(library, line, model);
        break;
      case 'rule':
        library.alignLeft();
        library.drawLine(line.character);
        break;
      case 'text':
        addText(library, line, page);
        break;
    }
  }
  library.alignLeft();
  return Buffer.from(library.getBuffer());
}

function addText(
  library: ThermalPrinter,
  line: Extract<PaperLine, { kind: 'text' }>,
  page: PrinterPage,
): void {
  if (line.align === 'center') library.alignCenter();
  else library.alignLeft();
  const isDouble = line.weight === 'double' || line.weight === 'mark';
  if (isDouble) library.setTextQuadArea();
  if (line.weight === 'bold' || line.weight === 'double') library.bold(true);
  if (line.weight === 'mark') library.invert(true);
  const text = line.weight === 'mark' ? ` ${line.text} ` : line.text;
  library.append(Buffer.from(encodeCovered(text, page.page)));
  // The line ends before its style does, so that the whole line has one height.
  library.newLine();
  if (line.weight === 'mark') library.invert(false);
  if (line.weight === 'bold' || line.weight === 'double') library.bold(false);
  if (isDouble) library.setTextNormal();
}

/** Without the text below: it stands among the references. */
function addCode(library: ThermalPrinter, line: CodeLine, model: PrinterModel): void {
  if (line.symbology === 'qr') {
    if (model.family === 'star') library.append(starQr(line.text));
    else library.printQR(line.text, { model: 2, cellSize: QR_CELL, correction: 'M' });
  } else if (model.family === 'star') {
    library.code128(line.text, { width: 'SMALL', height: BAR_HEIGHT, text: 1 });
  } else {
    const looks = { width: BAR, height: BAR_HEIGHT, hriPos: 0, hriFont: 0 };
    library.printBarcode(line.text, CODE_128, looks);
  }
}

/**
 * As Star documents it: model 2, level M, the size, the data with its length, print. The library
 * leaves out the command in front of the length, so that the reference would come out as text.
 */
function starQr(text: string): Buffer {
  const command = (...bytes: readonly (number | string)[]): Buffer =>
    Buffer.from([
      0x1b,
      0x1d,
      ...bytes.map((one) => (typeof one === 'string' ? one.charCodeAt(0) : one)),
    ]);
  return Buffer.concat([
    command('y', 'S', '0', 2),
    command('y', 'S', '1', 1),
    command('y', 'S', '2', QR_CELL),
    command('y', 'D', '1', 0, text.length & 0xff, text.length >> 8),
    Buffer.from(text, 'latin1'),
    command('y', 'P'),
  ]);
}
