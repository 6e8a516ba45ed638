import { CONTINUES, type TicketPlan, type TypedPlan } from '../layout/index.ts';
import type { CodePage, PrinterModel } from '../models/index.ts';
import { encodeRaster } from './raster.ts';

const LINE_FEED = 0x0a;

/**
 * Bytes of a text that is known to be on the page. Throws where it is not: a silent `?` is what
 * this module exists to prevent, so whoever calls has planned first.
 */
export function encodeCovered(text: string, page: CodePage): number[] {
  return [...text].map((character) => {
    const byte = page.byteOf(character);
    if (byte === undefined) throw new TypeError(`${page.name} does not hold the text`);
    return byte;
  });
}

/**
 * The service's text as bytes. The printer is put back to its defaults before and after, so that
 * neither what came before changes the text nor the text what comes after.
 */
export function encodeTicket(plan: TicketPlan, model: PrinterModel): Buffer {
  const middle =
    'raster' in plan ? encodeRaster(plan.lines, plan.raster) : encodeTyped(plan, model);
  const reset = Buffer.from(model.initialise);
  return Buffer.concat([reset, middle, reset]);
}

function encodeTyped(plan: TypedPlan, model: PrinterModel): Buffer {
  const { page } = plan.page;
  const bytes: number[] = [...plan.page.select];
  for (const line of plan.lines) {
    for (const cell of line.cells) {
      const encoded = encodeCovered(cell.text, page);
      pushAll(bytes, cell.isMark ? inverse(encoded, model) : encoded);
    }
    if (line.continues) pushAll(bytes, inverse(encodeCovered(CONTINUES, page), model));
    bytes.push(LINE_FEED);
  }
  return Buffer.from(bytes);
}

function inverse(bytes: readonly number[], model: PrinterModel): readonly number[] {
  return model.inverse ? [...model.inverse.on, ...bytes, ...model.inverse.off] : bytes;
}

function pushAll(target: number[], more: readonly number[]): void {
  for (const byte of more) target.push(byte);
}
