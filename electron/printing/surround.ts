import { BreakLine, ThermalPrinter } from 'node-thermal-printer';
import { encodeCovered } from './encoder.ts';
import type { LaidLine } from './lines.ts';
import type { PrinterModel, PrinterPage } from './models.ts';

/**
 * Lines around the service's text as bytes. The library gives the commands of the model (size,
 * weight, place, rules); the characters go through our own encoder, because the library's changes
 * the page on its own and prints `?` for what it does not know. It has no interface, so nothing
 * can be sent by it, and it is a new one each time, because it never empties its buffer.
 */
export function composeLines(
  lines: readonly LaidLine[],
  model: PrinterModel,
  page: PrinterPage,
  columns: number,
): Buffer {
  const library = new ThermalPrinter({
    type: model.libraryType,
    interface: '',
    width: columns,
    breakLine: BreakLine.NONE,
  });
  library.append(Buffer.from(page.select));
  library.setTextNormal();
  for (const line of lines) {
    if (line.kind === 'rule') {
      library.alignLeft();
      library.drawLine(line.text);
      continue;
    }
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
  library.alignLeft();
  return Buffer.from(library.getBuffer());
}
