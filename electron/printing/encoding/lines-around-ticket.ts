import { BreakLine, PrinterTypes, ThermalPrinter } from 'node-thermal-printer';
import {
  BARCODE_HEIGHT_DOTS,
  BARCODE_MODULE_DOTS,
  type CodeLine,
  type PaperLine,
  QR_MODULE_DOTS,
} from '../layout/index.ts';
import type { PrinterCodePage, PrinterModel } from '../models/index.ts';
import { encodeRasterPicture } from './encode-raster.ts';
import { encodeTextInCodePage } from './encode-ticket.ts';

/** The lines above and below the service's text. */
export type NonTicketLine = Extract<PaperLine, { kind: 'text' | 'rule' | 'logo' | 'code' }>;

/** The library's number for Code 128. */
const CODE_128_TYPE = 73;

/**
 * Encodes our own lines. The library supplies the commands of the model (size, weight, alignment,
 * rules, codes). Our own encoder supplies the characters, because the library changes the code page
 * unasked and prints `?` for unknown characters. The library gets no interface, so it cannot send
 * anything. Each call creates a new instance, because the library never empties its buffer.
 */
export function encodeNonTicketLines(
  lines: readonly NonTicketLine[],
  model: PrinterModel,
  page: PrinterCodePage,
  columns: number,
): Buffer {
  const library = new ThermalPrinter({
    type: PrinterTypes[model.libraryType],
    interface: '',
    width: columns,
    breakLine: BreakLine.NONE,
  });
  library.append(Buffer.from(page.selectCommand));
  library.setTextNormal();
  for (const line of lines) {
    switch (line.kind) {
      case 'logo':
        // Without a documented command for pictures, the receipt has no logo.
        if (model.raster === null) break;
        library.alignCenter();
        library.append(encodeRasterPicture(line.dots, model.raster.family));
        // A printer that sets its line feed to the picture's height would use it for text, too.
        library.append(Buffer.from([...model.initializeCommand, ...page.selectCommand]));
        break;
      case 'code':
        library.alignCenter();
        appendCode(library, line, model);
        break;
      case 'rule':
        library.alignLeft();
        library.drawLine(line.character);
        break;
      case 'text':
        appendText(library, line, page);
        break;
    }
  }
  library.alignLeft();
  return Buffer.from(library.getBuffer());
}

function appendText(
  library: ThermalPrinter,
  line: Extract<PaperLine, { kind: 'text' }>,
  page: PrinterCodePage,
): void {
  if (line.align === 'center') library.alignCenter();
  else library.alignLeft();
  const isDouble = line.weight === 'double' || line.weight === 'mark';
  if (isDouble) library.setTextQuadArea();
  if (line.weight === 'bold' || line.weight === 'double') library.bold(true);
  if (line.weight === 'mark') library.invert(true);
  const text = line.weight === 'mark' ? ` ${line.text} ` : line.text;
  library.append(Buffer.from(encodeTextInCodePage(text, page.codePage)));
  // The line ends before its style is reset, so that the whole line has one height.
  library.newLine();
  if (line.weight === 'mark') library.invert(false);
  if (line.weight === 'bold' || line.weight === 'double') library.bold(false);
  if (isDouble) library.setTextNormal();
}

/** Without the text below the code: the receipt prints it among the references. */
function appendCode(library: ThermalPrinter, line: CodeLine, model: PrinterModel): void {
  if (line.symbology === 'qr') {
    if (model.family === 'star') library.append(encodeStarQr(line.text));
    else library.printQR(line.text, { model: 2, cellSize: QR_MODULE_DOTS, correction: 'M' });
  } else if (model.family === 'star') {
    library.code128(line.text, { width: 'SMALL', height: BARCODE_HEIGHT_DOTS, text: 1 });
  } else {
    const options = {
      width: BARCODE_MODULE_DOTS,
      height: BARCODE_HEIGHT_DOTS,
      hriPos: 0,
      hriFont: 0,
    };
    library.printBarcode(line.text, CODE_128_TYPE, options);
  }
}

/**
 * As Star documents it: model 2, level M, the size, the data with its length, print. The library
 * omits the command in front of the length, so that the reference would be printed as text.
 */
function encodeStarQr(text: string): Buffer {
  const encodeCommand = (...bytes: readonly (number | string)[]): Buffer =>
    Buffer.from([
      0x1b,
      0x1d,
      ...bytes.map((part) => (typeof part === 'string' ? part.charCodeAt(0) : part)),
    ]);
  return Buffer.concat([
    encodeCommand('y', 'S', '0', 2),
    encodeCommand('y', 'S', '1', 1),
    encodeCommand('y', 'S', '2', QR_MODULE_DOTS),
    encodeCommand('y', 'D', '1', 0, text.length & 0xff, text.length >> 8),
    Buffer.from(text, 'latin1'),
    encodeCommand('y', 'P'),
  ]);
}
