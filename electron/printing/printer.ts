import type { PaperReason, PrinterSettings, PrinterState } from '../../shared/contract/index.ts';
import { readAddress } from './address.ts';
import type { Paper } from './compose.ts';
import { type PrinterModel, printerModel } from './models.ts';
import type { ReceiptSettings } from './receipt.ts';
import { printOnScreen } from './screen-printer.ts';
import { epsonStatus } from './status-epson.ts';
import { starStatus } from './status-star.ts';
import {
  askPrinter,
  type Condition,
  type NetworkPrinter,
  type PrintResult,
  printOver,
  type TransportPorts,
} from './transport.ts';

export type Light = PrinterState['light'];

const DEFAULT_COLUMNS = 42;

/** A shop without a printer still has a tape, drawn as an Epson of middling width would print. */
export function paperOf(printer: PrinterSettings | null, settings: ReceiptSettings): Paper {
  const isNetwork = printer?.kind === 'network';
  return {
    model: printerModel(isNetwork ? printer.model : 'epson'),
    columns: printer?.columns ?? DEFAULT_COLUMNS,
    drawer: isNetwork ? (printer.drawer ?? null) : null,
    language: settings.language,
    isTraining: settings.isTraining,
  };
}

/** Sends a job to the printer that is set; `not-set` and `bad-address` are told before anything. */
export async function printOn(
  printer: PrinterSettings | null,
  job: Uint8Array,
  ports: TransportPorts,
  onLeaving: () => void,
): Promise<PrintResult | { kind: 'refused'; why: 'not-set' | 'bad-address' }> {
  if (printer === null) return { kind: 'refused', why: 'not-set' };
  if (printer.kind === 'screen') return printOnScreen(onLeaving);
  const network = networkPrinter(printer);
  if (network === null) return { kind: 'refused', why: 'bad-address' };
  return await printOver(network, job, ports, onLeaving);
}

export async function askOf(
  printer: PrinterSettings | null,
  ports: TransportPorts,
): Promise<Condition | { kind: 'refused'; why: 'not-set' | 'bad-address' }> {
  if (printer === null) return { kind: 'refused', why: 'not-set' };
  if (printer.kind === 'screen') return { kind: 'ready', isPaperLow: false };
  const network = networkPrinter(printer);
  if (network === null) return { kind: 'refused', why: 'bad-address' };
  return await askPrinter(network, ports);
}

function networkPrinter(
  printer: Extract<PrinterSettings, { kind: 'network' }>,
): NetworkPrinter | null {
  const address = readAddress(printer.address);
  if (address === null) return null;
  const model: PrinterModel = printerModel(printer.model);
  return {
    address,
    dialect: model.family === 'star' ? starStatus : epsonStatus,
    mustAnswer: model.answersStatus,
  };
}

/** The light that a result leaves behind; null where it says nothing of the printer. */
export function lightOf(
  result: Condition | PrintResult | { kind: 'refused'; why: PaperReason },
): Light | null {
  switch (result.kind) {
    case 'ready':
    case 'printed':
      return result.isPaperLow ? 'paper-low' : 'ready';
    case 'refused':
    case 'failed':
    case 'unconfirmed':
      return lightOfReason(result.why);
  }
}

function lightOfReason(why: PaperReason): Light | null {
  switch (why) {
    case 'cover-open':
    case 'paper-out':
    case 'offline':
    case 'error':
    case 'silent':
    case 'unreachable':
      return why;
    case 'bad-address':
      return 'unreachable';
    case 'not-a-printer':
    case 'broke-off':
      return 'error';
    case 'not-set':
    case 'till-stopped':
    case 'cashier-saw-none':
      return null;
  }
}
