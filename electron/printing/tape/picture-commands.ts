import type { CodePage, PrinterModel } from '../models/index.ts';

/** What a printer remembers between two bytes. */
export interface PrintState {
  align: 'left' | 'center' | 'right';
  bold: boolean;
  doubleHeight: boolean;
  doubleWidth: boolean;
  inverse: boolean;
  page: CodePage | null;
}

export type Effect =
  | { readonly kind: 'style'; readonly apply: (state: PrintState) => void }
  | { readonly kind: 'reset' }
  | { readonly kind: 'cut' }
  | { readonly kind: 'drawer' }
  | { readonly kind: 'feed'; readonly lines: number };
/** A command: its first bytes, how many follow, and what it does with them. */
export interface Command {
  readonly prefix: readonly number[];
  readonly operands: number;
  readonly effect: (operands: readonly number[], model: PrinterModel) => Effect;
}

const ESC = 0x1b;
const GS = 0x1d;
const FS = 0x1c;

const style = (apply: (state: PrintState) => void): Effect => ({ kind: 'style', apply });
const nothing = (): Effect => style(() => {});

const RESET: Command = { prefix: [ESC, 0x40], operands: 0, effect: () => ({ kind: 'reset' }) };

function bold(prefix: readonly number[], on: boolean): Command {
  return {
    prefix,
    operands: 0,
    effect: () =>
      style((state) => {
        state.bold = on;
      }),
  };
}

function inverse(prefix: readonly number[], on: boolean): Command {
  return {
    prefix,
    operands: 0,
    effect: () =>
      style((state) => {
        state.inverse = on;
      }),
  };
}

function align(prefix: readonly number[]): Command {
  return {
    prefix,
    operands: 1,
    effect: ([place]) =>
      style((state) => {
        state.align = place === 1 ? 'center' : place === 2 ? 'right' : 'left';
      }),
  };
}

function page(prefix: readonly number[]): Command {
  return {
    prefix,
    operands: 1,
    effect: ([number], model) =>
      style((state) => {
        const found = model.pages.find((one) => one.select.at(-1) === number);
        state.page = found?.page ?? null;
      }),
  };
}

function printMode(operands: number): Command {
  return {
    prefix: [ESC, 0x21],
    operands,
    effect: ([mode = 0]) =>
      style((state) => {
        state.bold = (mode & 0x08) !== 0;
        state.doubleHeight = (mode & 0x10) !== 0;
        state.doubleWidth = (mode & 0x20) !== 0;
      }),
  };
}

const cut = (prefix: readonly number[], operands: number): Command => ({
  prefix,
  operands,
  effect: () => ({ kind: 'cut' }),
});

const ESCPOS: readonly Command[] = [
  RESET,
  page([ESC, 0x74]),
  printMode(1),
  align([ESC, 0x61]),
  {
    prefix: [ESC, 0x45],
    operands: 1,
    effect: ([on = 0]) =>
      style((state) => {
        state.bold = (on & 1) === 1;
      }),
  },
  {
    prefix: [GS, 0x42],
    operands: 1,
    effect: ([on = 0]) =>
      style((state) => {
        state.inverse = (on & 1) === 1;
      }),
  },
  { prefix: [ESC, 0x52], operands: 1, effect: nothing },
  { prefix: [FS, 0x2e], operands: 0, effect: nothing },
  {
    prefix: [ESC, 0x64],
    operands: 1,
    effect: ([lines = 0]) => ({ kind: 'feed', lines }),
  },
  cut([GS, 0x56, 0x41], 1),
  cut([GS, 0x56, 0x42], 1),
  cut([GS, 0x56, 0x00], 0),
  cut([GS, 0x56, 0x01], 0),
  { prefix: [ESC, 0x70], operands: 3, effect: () => ({ kind: 'drawer' }) },
];

const STAR: readonly Command[] = [
  RESET,
  page([ESC, GS, 0x74]),
  align([ESC, GS, 0x61]),
  bold([ESC, 0x45], true),
  bold([ESC, 0x46], false),
  inverse([ESC, 0x34], true),
  inverse([ESC, 0x35], false),
  {
    prefix: [ESC, 0x69],
    operands: 2,
    effect: ([height = 0, width = 0]) =>
      style((state) => {
        state.doubleHeight = height > 0;
        state.doubleWidth = width > 0;
      }),
  },
  { prefix: [ESC, 0x52], operands: 1, effect: nothing },
  cut([ESC, 0x64], 1),
  // Sets the pulse; what fires it follows.
  { prefix: [ESC, 0x07], operands: 2, effect: nothing },
  { prefix: [0x07], operands: 0, effect: () => ({ kind: 'drawer' }) },
  { prefix: [0x1a], operands: 0, effect: () => ({ kind: 'drawer' }) },
];

const DARUMA: readonly Command[] = [
  RESET,
  page([ESC, 0x74]),
  // The library ends this command with 0x12.
  printMode(2),
  bold([ESC, 0x45], true),
  bold([ESC, 0x46], false),
  align([ESC, 0x6a]),
  cut([ESC, 0x6d], 0),
];

const BROTHER: readonly Command[] = [
  RESET,
  page([ESC, 0x74]),
  align([ESC, 0x61]),
  bold([ESC, 0x45], true),
  bold([ESC, 0x46], false),
  { prefix: [ESC, 0x69, 0x61], operands: 1, effect: nothing },
  cut([ESC, 0x69, 0x43], 1),
];

const COMMANDS: Readonly<Record<PrinterModel['family'], readonly Command[]>> = {
  escpos: ESCPOS,
  star: STAR,
  daruma: DARUMA,
  brother: BROTHER,
};

/** The command that begins at `offset`, with the effect of its operands; null where none does. */
export function commandAt(
  bytes: Uint8Array,
  offset: number,
  model: PrinterModel,
): { readonly effect: Effect; readonly length: number } | null {
  for (const command of COMMANDS[model.family]) {
    const length = command.prefix.length + command.operands;
    const isHere = command.prefix.every((byte, index) => bytes[offset + index] === byte);
    if (!isHere || offset + length > bytes.length) continue;
    const operands = [...bytes.subarray(offset + command.prefix.length, offset + length)];
    return { effect: command.effect(operands, model), length };
  }
  return null;
}
