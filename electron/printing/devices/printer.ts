import type { PaperReason, PrinterSettings, PrinterState } from '../../../shared/contract/index.ts';
import { DEFAULT_COLUMNS } from '../../../shared/rules/index.ts';
import type { Paper } from '../layout/index.ts';
import { type PrinterModel, printerModel } from '../models/index.ts';
import type { ReceiptSettings } from '../papers/index.ts';
import { readAddress } from './address.ts';
import { askFolder, printInFolder } from './folder-printer.ts';
import { answersOwedBy } from './owed-answers.ts';
import { askPath, printOnPath } from './path-printer.ts';
import { printOnScreen } from './screen-printer.ts';
import type { StatusDialect } from './status.ts';
import { epsonStatus } from './status-epson.ts';
import { starStatus } from './status-star.ts';
import {
  type AskedPrinter,
  askPrinter,
  type Condition,
  networkDoor,
  type OutgoingJob,
  type PrintResult,
  printOver,
  type TransportPorts,
} from './transport.ts';

export type Light = PrinterState['light'];
/** Nothing was begun: there is no printer, or no way to reach it. */
export type NotSet = { readonly kind: 'refused'; readonly why: 'not-set' | 'bad-address' };
type Spoken = Extract<PrinterSettings, { kind: 'network' | 'path' }>;

/** A shop without a printer still has a tape, drawn as an Epson of medium width would print. */
export function paperOf(printer: PrinterSettings | null, settings: ReceiptSettings): Paper {
  const spoken = printer?.kind === 'network' || printer?.kind === 'path' ? printer : null;
  return {
    form: printer?.kind === 'pdf' ? 'sheet' : 'roll',
    model: printerModel(spoken?.model ?? 'epson'),
    columns: printer?.columns ?? DEFAULT_COLUMNS,
    drawer: spoken?.drawer ?? null,
    language: settings.language,
    environment: settings.environment,
  };
}

/** The result of a job. */
export type JobResult = PrintResult | NotSet;

/**
 * Sends a job to the printer that is set; `not-set` and `bad-address` are returned before anything.
 */
export async function printOn(
  printer: PrinterSettings | null,
  job: OutgoingJob,
  ports: TransportPorts,
  onLeaving: () => void,
): Promise<JobResult> {
  switch (printer?.kind) {
    case undefined:
      return { kind: 'refused', why: 'not-set' };
    case 'screen':
      return printOnScreen(onLeaving);
    case 'network': {
      const network = networkPrinter(printer, dialectOf(printer));
      if (network === null) return { kind: 'refused', why: 'bad-address' };
      return await printOver(network, job.bytes, ports, onLeaving);
    }
    case 'path':
      return await printOnPath(printer, dialectOf(printer), job.bytes, ports, onLeaving);
    case 'pdf':
      return await printInFolder(printer.folder, job, ports, onLeaving);
  }
}

export async function askOf(
  printer: PrinterSettings | null,
  ports: TransportPorts,
): Promise<Condition | NotSet> {
  switch (printer?.kind) {
    case undefined:
      return { kind: 'refused', why: 'not-set' };
    case 'screen':
      return { kind: 'ready', isPaperLow: false };
    case 'network':
    case 'path':
      return await askIn(dialectOf(printer), printer, ports);
    case 'pdf':
      return await askFolder(printer.folder, ports);
  }
}

/**
 * The status question of a test print. If the printer is not understood, or does not reply, it is
 * asked once more in the other make's language, so that a wrong model is reported as that. Prints
 * nothing.
 */
export async function askBeforeTest(
  printer: PrinterSettings | null,
  ports: TransportPorts,
): Promise<Condition | NotSet> {
  const condition = await askOf(printer, ports);
  if (printer?.kind !== 'network' && printer?.kind !== 'path') return condition;
  if (!isUntold(condition)) return condition;
  const isStar = printerModel(printer.model).family === 'star';
  const other = await askIn(isStar ? epsonAt(printer) : starStatus, printer, ports);
  const hasTold = other.kind === 'ready' ? other.isAssumed !== true : isOwnWord(other);
  if (!hasTold) return condition;
  return { kind: 'failed', why: isStar ? 'answers-as-epson' : 'answers-as-star', bytesSent: 0 };
}

/** Something is there that could be a printer of another make. */
function isUntold(condition: Condition | NotSet): boolean {
  if (condition.kind === 'ready') return condition.isAssumed === true;
  return condition.why === 'silent' || condition.why === 'not-a-printer';
}

function isOwnWord(condition: Condition | NotSet): boolean {
  if (condition.kind !== 'refused') return false;
  return ['cover-open', 'paper-out', 'offline', 'error'].includes(condition.why);
}

async function askIn(
  dialect: () => StatusDialect,
  printer: Spoken,
  ports: TransportPorts,
): Promise<Condition | NotSet> {
  if (printer.kind === 'path') return await askPath(printer, dialect, ports);
  const network = networkPrinter(printer, dialect);
  if (network === null) return { kind: 'refused', why: 'bad-address' };
  return await askPrinter(network, ports);
}

function dialectOf(printer: Spoken): () => StatusDialect {
  return printerModel(printer.model).family === 'star' ? starStatus : epsonAt(printer);
}

function epsonAt(printer: Spoken): () => StatusDialect {
  const owed = answersOwedBy(printer.kind === 'network' ? printer.address : printer.path);
  return () => epsonStatus(owed);
}

function networkPrinter(
  printer: Extract<PrinterSettings, { kind: 'network' }>,
  dialect: () => StatusDialect,
): AskedPrinter | null {
  const address = readAddress(printer.address);
  if (address === null) return null;
  const model: PrinterModel = printerModel(printer.model);
  return {
    open: networkDoor(address),
    dialect,
    mustAnswer: model.answersStatus,
    mayAnswerLate: true,
  };
}

/** The status light after a result; null if the result shows nothing about the printer. */
export function lightOf(
  result: Condition | PrintResult | { kind: 'refused'; why: PaperReason },
): Light | null {
  switch (result.kind) {
    case 'ready':
    case 'printed':
      return result.isPaperLow ? 'paper-low' : 'ready';
    case 'failed':
      // It did not reply before anything was sent: there is nothing to confirm.
      if (result.why === 'silent' && result.bytesSent === 0) return 'unreachable';
      return lightOfReason(result.why);
    case 'refused':
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
    case 'no-such-path':
    case 'is-a-folder':
    case 'no-permission':
    case 'busy':
    case 'no-folder':
    case 'folder-closed':
    case 'disk-full':
      return 'unusable';
    case 'cannot-answer':
      return 'silent';
    case 'not-a-printer':
    case 'answers-as-epson':
    case 'answers-as-star':
    case 'broke-off':
      return 'error';
    case 'not-set':
    case 'not-made':
    case 'till-stopped':
    case 'cashier-saw-none':
    case 'on-request':
    case 'given-pdf':
    case 'given-mail':
    case 'given-code':
    case 'given-none':
      return null;
  }
}
