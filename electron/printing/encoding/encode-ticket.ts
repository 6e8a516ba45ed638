import { CONTINUATION_MARK, type TicketTextLine } from '../layout/index.ts';
import type { CodePage, PrinterCodePage, PrinterModel } from '../models/index.ts';
import { encodeRasterLines } from './encode-raster.ts';

const LINE_FEED = 0x0a;

/**
 * Returns the bytes of a text whose characters are all on the page. Throws if one is not, instead of
 * printing `?`: callers check first.
 */
export function encodeTextInCodePage(text: string, page: CodePage): number[] {
  return [...text].map((character) => {
    const byte = page.getByte(character);
    if (byte === undefined) throw new TypeError(`${page.name} does not hold the text`);
    return byte;
  });
}

/**
 * The service's text as bytes: drawn completely or not at all. The printer is reset before and
 * after it, so that neither earlier output changes the text nor the text changes later output.
 */
export function encodeTicketLines(
  lines: readonly TicketTextLine[],
  page: PrinterCodePage,
  model: PrinterModel,
): Buffer {
  const bitmaps = lines.flatMap((line) => (line.kind === 'ticket-drawn' ? line.pieces : []));
  const content =
    bitmaps.length === 0 || model.raster === null
      ? encodeTextLines(lines, page, model)
      : encodeRasterLines(bitmaps, model.raster.family);
  const reset = Buffer.from(model.initializeCommand);
  return Buffer.concat([reset, content, reset]);
}

function encodeTextLines(
  lines: readonly TicketTextLine[],
  page: PrinterCodePage,
  model: PrinterModel,
): Buffer {
  const bytes: number[] = [...page.selectCommand];
  const write = (text: string, isMark = false): void => {
    const encoded = encodeTextInCodePage(text, page.codePage);
    for (const byte of isMark ? wrapInverse(encoded, model) : encoded) bytes.push(byte);
  };
  for (const line of lines) {
    switch (line.kind) {
      case 'ticket-exact':
        write(line.text);
        bytes.push(LINE_FEED);
        break;
      case 'ticket-marked':
        for (const { runs, continues } of line.pieces) {
          for (const { text, isMark } of runs) write(text, isMark);
          if (continues) write(CONTINUATION_MARK, true);
          bytes.push(LINE_FEED);
        }
        break;
      case 'ticket-drawn':
        throw new TypeError(`${model.name} takes no image of a text`);
    }
  }
  return Buffer.from(bytes);
}

function wrapInverse(bytes: readonly number[], model: PrinterModel): readonly number[] {
  return model.inverse ? [...model.inverse.on, ...bytes, ...model.inverse.off] : bytes;
}
