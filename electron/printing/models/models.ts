import type { PrinterTypes } from 'node-thermal-printer';
import type { PRINTER_MODELS } from '../../../shared/contract/index.ts';
import { type CodePage, CP858, CP1252 } from './code-pages.ts';
import { EPSON_RASTER, type RasterCommands, STAR_RASTER } from './raster-commands.ts';

export type PrinterModelName = (typeof PRINTER_MODELS)[number];
export type DrawerPin = 'pin-2' | 'pin-5';

/** A code page of a printer, with the command that selects it there. */
export interface PrinterCodePage {
  readonly codePage: CodePage;
  readonly selectCommand: readonly number[];
}

/**
 * The commands that the till sends without the library: for the service's text, the cut and the
 * drawer. The commands for our own lines are those of node-thermal-printer's `libraryType`.
 */
export interface PrinterModel {
  readonly name: PrinterModelName;
  /** By name: the library itself is loaded with the first paper. */
  readonly libraryType: keyof typeof PrinterTypes;
  /** The family of its commands. */
  readonly family: 'escpos' | 'star' | 'daruma' | 'brother';
  /** In order of preference: the first page that holds the whole text is used. */
  readonly codePages: readonly [PrinterCodePage, ...PrinterCodePage[]];
  /** Resets to the defaults, single-byte characters and the plain ASCII set. */
  readonly initializeCommand: readonly number[];
  /** White on black, for marks; null if the printer has no such command. */
  readonly inverse: { readonly on: readonly number[]; readonly off: readonly number[] } | null;
  /** Whether the library has a command of this model for letters twice as large. */
  readonly hasLargeText: boolean;
  /** Its command for drawn text; null if its maker documents none. */
  readonly raster: RasterCommands | null;
  /** Whether its maker documents its commands for pictures, bar codes and QR codes. */
  readonly supportsGraphics: boolean;
  /** Feeds to the cutter and cuts, leaving one point uncut. */
  readonly cut: readonly number[];
  readonly drawer: Readonly<Record<DrawerPin, readonly number[]>> | null;
  /**
   * Whether its maker documents its status answers. Such a printer gets no job if it does not reply;
   * any other gets the job, which stays unconfirmed.
   */
  readonly answersStatus: boolean;
}

const ESC = 0x1b;
const GS = 0x1d;
const FS = 0x1c;

const RESET_COMMAND = [ESC, 0x40];
/** International set 0: `# $ @ [ \ ] ^ { | } ~` print as themselves, whatever the DIP switches are. */
const PLAIN_ASCII_COMMAND = [ESC, 0x52, 0x00];
/** Leaves double-byte mode, in which clones read two accented letters as one ideograph. */
const SINGLE_BYTE_COMMAND = [FS, 0x2e];

function createEscposPage(page: CodePage, number: number): PrinterCodePage {
  return { codePage: page, selectCommand: [ESC, 0x74, number] };
}

const ESCPOS_COMMANDS = {
  family: 'escpos',
  hasLargeText: true,
  inverse: { on: [GS, 0x42, 0x01], off: [GS, 0x42, 0x00] },
  cut: [GS, 0x56, 0x42, 0x00],
  drawer: {
    'pin-2': [ESC, 0x70, 0x00, 0x19, 0xfa],
    'pin-5': [ESC, 0x70, 0x01, 0x19, 0xfa],
  },
} as const;

const EPSON: PrinterModel = {
  ...ESCPOS_COMMANDS,
  name: 'epson',
  libraryType: 'EPSON',
  codePages: [createEscposPage(CP858, 19), createEscposPage(CP1252, 16)],
  initializeCommand: [...RESET_COMMAND, ...SINGLE_BYTE_COMMAND, ...PLAIN_ASCII_COMMAND],
  raster: EPSON_RASTER,
  supportsGraphics: true,
  answersStatus: true,
};

const STAR: PrinterModel = {
  name: 'star',
  libraryType: 'STAR',
  family: 'star',
  hasLargeText: true,
  codePages: [
    { codePage: CP1252, selectCommand: [ESC, GS, 0x74, 32] },
    { codePage: CP858, selectCommand: [ESC, GS, 0x74, 4] },
  ],
  initializeCommand: [...RESET_COMMAND, ...PLAIN_ASCII_COMMAND],
  inverse: { on: [ESC, 0x34], off: [ESC, 0x35] },
  raster: STAR_RASTER,
  supportsGraphics: true,
  cut: [ESC, 0x64, 0x03],
  // Sets a pulse of 200 ms with as long a pause, then fires device 1 or 2.
  drawer: {
    'pin-2': [ESC, 0x07, 0x14, 0x14, 0x07],
    'pin-5': [ESC, 0x07, 0x14, 0x14, 0x1a],
  },
  answersStatus: true,
};

const TANCA: PrinterModel = {
  ...ESCPOS_COMMANDS,
  name: 'tanca',
  libraryType: 'TANCA',
  codePages: [createEscposPage(CP858, 19)],
  initializeCommand: [...RESET_COMMAND, ...SINGLE_BYTE_COMMAND, ...PLAIN_ASCII_COMMAND],
  raster: null,
  supportsGraphics: false,
  answersStatus: false,
};

const CUSTOM: PrinterModel = {
  ...ESCPOS_COMMANDS,
  name: 'custom',
  libraryType: 'CUSTOM',
  codePages: [createEscposPage(CP858, 19)],
  initializeCommand: [...RESET_COMMAND, ...PLAIN_ASCII_COMMAND],
  raster: null,
  supportsGraphics: false,
  answersStatus: false,
};

const DARUMA: PrinterModel = {
  name: 'daruma',
  libraryType: 'DARUMA',
  family: 'daruma',
  hasLargeText: false,
  codePages: [createEscposPage(CP858, 19)],
  initializeCommand: RESET_COMMAND,
  inverse: null,
  cut: [ESC, 0x6d],
  drawer: null,
  raster: null,
  supportsGraphics: false,
  answersStatus: false,
};

const BROTHER: PrinterModel = {
  name: 'brother',
  libraryType: 'BROTHER',
  family: 'brother',
  hasLargeText: false,
  codePages: [createEscposPage(CP1252, 2)],
  // Leaves raster mode for text mode first.
  initializeCommand: [ESC, 0x69, 0x61, 0x00, ...RESET_COMMAND],
  inverse: null,
  cut: [ESC, 0x69, 0x43, 0x01],
  drawer: null,
  raster: null,
  supportsGraphics: false,
  answersStatus: false,
};

const PRINTER_MODEL_BY_NAME: Readonly<Record<PrinterModelName, PrinterModel>> = {
  epson: EPSON,
  star: STAR,
  tanca: TANCA,
  daruma: DARUMA,
  brother: BROTHER,
  custom: CUSTOM,
};

export function getPrinterModel(name: PrinterModelName): PrinterModel {
  return PRINTER_MODEL_BY_NAME[name];
}
