import {
  type PRINTER_MODELS,
  type PrinterSettings,
  parsePrinterAddress,
  provisioningSchema,
} from '../../../shared/contract/index.ts';
import { DEFAULT_PAPER_COLUMNS } from '../../../shared/rules/index.ts';

export type PrinterModelChoice = (typeof PRINTER_MODELS)[number];
export type PaperColumns = PrinterSettings['columns'];

export type BaudRate = NonNullable<Extract<PrinterSettings, { kind: 'path' }>['baud']>;

/** The answers about the printer so far; texts as typed. */
export interface PrinterDraft {
  readonly printerKind: PrinterSettings['kind'];
  readonly printerAddress: string;
  readonly printerPath: string;
  readonly printerFolder: string;
  readonly printerModel: PrinterModelChoice;
  readonly columns: PaperColumns;
  /** The drawer's pin of the connector; null if there is no drawer. */
  readonly printerDrawer: 'pin-2' | 'pin-5' | null;
  /** The speed of a serial port; null keeps the system's setting. */
  readonly printerBaud: BaudRate | null;
}

export function toPrinterDraft(printer: PrinterSettings): PrinterDraft {
  return {
    printerKind: printer.kind,
    printerAddress: printer.kind === 'network' ? printer.address : '',
    printerPath: printer.kind === 'path' ? printer.path : '',
    printerFolder: printer.kind === 'pdf' ? printer.folder : '',
    printerModel: 'model' in printer ? printer.model : 'epson',
    columns: printer.columns,
    printerDrawer: ('drawer' in printer ? printer.drawer : null) ?? null,
    printerBaud: ('baud' in printer ? printer.baud : null) ?? null,
  };
}

export function toPrinterSettings(draft: PrinterDraft): PrinterSettings {
  const { columns, printerModel: model, printerDrawer, printerBaud: baud } = draft;
  const drawer = printerDrawer === null ? {} : { drawer: printerDrawer };
  switch (draft.printerKind) {
    case 'screen':
      return { kind: 'screen', columns };
    case 'network':
      return { kind: 'network', address: draft.printerAddress.trim(), model, columns, ...drawer };
    case 'path':
      return {
        kind: 'path',
        path: draft.printerPath.trim(),
        model,
        columns,
        ...drawer,
        ...(baud === null ? {} : { baud }),
      };
    case 'pdf':
      return { kind: 'pdf', folder: draft.printerFolder.trim(), columns };
  }
}

/** The printer's address as typed; null for the screen. */
export function formatPrinterAddress(printer: PrinterSettings): string | null {
  switch (printer.kind) {
    case 'screen':
      return null;
    case 'network':
      return printer.address;
    case 'path':
      return printer.path;
    case 'pdf':
      return printer.folder;
  }
}

export function isPrinterFieldValid(
  name: 'printerAddress' | 'printerPath' | 'printerFolder',
  value: string,
): boolean {
  const text = value.trim();
  switch (name) {
    case 'printerAddress':
      return parsePrinterAddress(text) !== null;
    case 'printerPath':
      return isValidPrinter({
        kind: 'path',
        path: text,
        model: 'epson',
        columns: DEFAULT_PAPER_COLUMNS,
      });
    case 'printerFolder':
      return isValidPrinter({ kind: 'pdf', folder: text, columns: DEFAULT_PAPER_COLUMNS });
  }
}

function isValidPrinter(printer: PrinterSettings): boolean {
  return provisioningSchema.shape.printer.safeParse(printer).success;
}
