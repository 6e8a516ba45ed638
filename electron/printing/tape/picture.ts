import type { z } from 'zod';
import type { TapeLine, tapeRun } from '../../../shared/contract/index.ts';
import type { PrinterModel } from '../models/index.ts';
import { dotsAsPng } from '../png.ts';
import { codeAt } from './picture-codes.ts';
import { commandAt, type PrintState } from './picture-commands.ts';
import { rasterAt } from './picture-raster.ts';

type TapeRun = z.infer<typeof tapeRun>;

const LINE_FEED = 0x0a;

function defaults(): PrintState {
  return {
    align: 'left',
    bold: false,
    doubleHeight: false,
    doubleWidth: false,
    inverse: false,
    page: null,
  };
}

/**
 * What a printer of this model would put on paper for these bytes. Reads only what we send; a byte
 * that it does not know is shown, never left out, so that a wrong receipt looks wrong.
 */
export function picture(bytes: Uint8Array, model: PrinterModel): TapeLine[] {
  const lines: TapeLine[] = [];
  let state = defaults();
  let runs: TapeRun[] = [];

  const write = (text: string, inverse = state.inverse): void => {
    const style = { bold: state.bold, double: sizeOf(state), inverse };
    const last = runs.at(-1);
    if (last && last.bold === style.bold && last.double === style.double) {
      if (last.inverse === style.inverse) {
        runs[runs.length - 1] = { ...last, text: last.text + text };
        return;
      }
    }
    runs.push({ text, ...style });
  };
  const endLine = (): void => {
    lines.push({ kind: 'text', align: state.align, runs });
    runs = [];
  };
  const endStarted = (): void => {
    if (runs.length > 0) endLine();
  };

  let offset = 0;
  while (offset < bytes.length) {
    const byte = bytes[offset] ?? 0;
    if (byte === LINE_FEED) {
      endLine();
      offset += 1;
      continue;
    }
    const raster = rasterAt(bytes, offset, model);
    if (raster !== null) {
      endStarted();
      for (const { bytesPerRow, height, data } of raster.rasters) {
        const png = dotsAsPng(data, bytesPerRow, height).toString('base64');
        lines.push({ kind: 'image', width: bytesPerRow * 8, height, align: state.align, png });
      }
      offset += raster.length;
      continue;
    }
    const code = codeAt(bytes, offset, model);
    if (code !== null) {
      endStarted();
      const { bytesPerRow, width, height, data } = code.dots;
      const png = dotsAsPng(data, bytesPerRow, height, width).toString('base64');
      const { symbology, text } = code;
      lines.push({ kind: 'barcode', symbology, text, width, height, align: state.align, png });
      offset += code.length;
      continue;
    }
    const command = commandAt(bytes, offset, model);
    if (command === null) {
      const character = state.page?.characterOf(byte);
      if (character === undefined) write(`\\x${hex(byte)}`, true);
      else write(character);
      offset += 1;
      continue;
    }
    offset += command.length;
    switch (command.effect.kind) {
      case 'style':
        command.effect.apply(state);
        break;
      case 'reset':
        state = defaults();
        break;
      case 'feed':
        endStarted();
        for (let line = 0; line < command.effect.lines; line += 1) endLine();
        break;
      case 'cut':
        endStarted();
        lines.push({ kind: 'cut' });
        break;
      case 'drawer':
        endStarted();
        lines.push({ kind: 'drawer' });
        break;
    }
  }
  endStarted();
  return lines;
}

function sizeOf(state: PrintState): TapeRun['double'] {
  if (state.doubleHeight && state.doubleWidth) return 'both';
  if (state.doubleHeight) return 'height';
  return state.doubleWidth ? 'width' : 'no';
}

function hex(byte: number): string {
  return byte.toString(16).toUpperCase().padStart(2, '0');
}
