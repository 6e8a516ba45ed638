import type { PaperReason, PrinterSettings, PrinterState } from '../../../shared/contract/index.ts';
import { DEFAULT_COLUMNS } from '../../../shared/rules/index.ts';
import type { PrintTarget } from '../layout/index.ts';
import { getPrinterModel, type PrinterModel } from '../models/index.ts';
import type { ReceiptSettings } from '../papers/index.ts';
import { createEpsonStatusDialect } from './epson-status-dialect.ts';
import { printToFolder, readFolderStatus } from './folder-printer.ts';
import { printToPath, readPathStatus } from './path-printer.ts';
import { getPendingAnswers } from './pending-answers.ts';
import { parsePrinterAddress } from './printer-address.ts';
import { printToScreen } from './screen-printer.ts';
import { createStarStatusDialect } from './star-status-dialect.ts';
import type { StatusDialect } from './status-dialect.ts';
import {
  createNetworkOpener,
  type OutgoingJob,
  type PrinterEndpoint,
  type PrintResult,
  readEndpointStatus,
  type StatusResult,
  sendJob,
  type TransportPorts,
} from './transport.ts';

export type PrinterIndicator = PrinterState['light'];
/** Nothing was begun: there is no printer, or no way to reach it. */
export type NotConfiguredResult = {
  readonly kind: 'refused';
  readonly why: 'not-set' | 'bad-address';
};
type StatusPrinterSettings = Extract<PrinterSettings, { kind: 'network' | 'path' }>;

/** A shop without a printer still has a tape, drawn as an Epson of medium width would print. */
export function toPrintTarget(
  printer: PrinterSettings | null,
  settings: ReceiptSettings,
): PrintTarget {
  const spoken = printer?.kind === 'network' || printer?.kind === 'path' ? printer : null;
  return {
    form: printer?.kind === 'pdf' ? 'sheet' : 'roll',
    model: getPrinterModel(spoken?.model ?? 'epson'),
    columns: printer?.columns ?? DEFAULT_COLUMNS,
    drawer: spoken?.drawer ?? null,
    language: settings.language,
    environment: settings.environment,
  };
}

/** The result of a job. */
export type JobResult = PrintResult | NotConfiguredResult;

/**
 * Sends a job to the printer that is set; `not-set` and `bad-address` are returned before anything.
 */
export async function sendToPrinter(
  printer: PrinterSettings | null,
  job: OutgoingJob,
  ports: TransportPorts,
  onLeaving: () => void,
): Promise<JobResult> {
  switch (printer?.kind) {
    case undefined:
      return { kind: 'refused', why: 'not-set' };
    case 'screen':
      return printToScreen(onLeaving);
    case 'network': {
      const network = toNetworkEndpoint(printer, getDialectFactory(printer));
      if (network === null) return { kind: 'refused', why: 'bad-address' };
      return await sendJob(network, job.bytes, ports, onLeaving);
    }
    case 'path':
      return await printToPath(printer, getDialectFactory(printer), job.bytes, ports, onLeaving);
    case 'pdf':
      return await printToFolder(printer.folder, job, ports, onLeaving);
  }
}

export async function readPrinterStatus(
  printer: PrinterSettings | null,
  ports: TransportPorts,
): Promise<StatusResult | NotConfiguredResult> {
  switch (printer?.kind) {
    case undefined:
      return { kind: 'refused', why: 'not-set' };
    case 'screen':
      return { kind: 'ready', isPaperLow: false };
    case 'network':
    case 'path':
      return await readStatusInDialect(getDialectFactory(printer), printer, ports);
    case 'pdf':
      return await readFolderStatus(printer.folder, ports);
  }
}

/**
 * The status question of a test print. If the printer is not understood, or does not reply, it is
 * asked once more in the other make's language, so that a wrong model is reported as that. Prints
 * nothing.
 */
export async function readStatusBeforeTest(
  printer: PrinterSettings | null,
  ports: TransportPorts,
): Promise<StatusResult | NotConfiguredResult> {
  const condition = await readPrinterStatus(printer, ports);
  if (printer?.kind !== 'network' && printer?.kind !== 'path') return condition;
  if (!isStatusUnknown(condition)) return condition;
  const isStar = getPrinterModel(printer.model).family === 'star';
  const other = await readStatusInDialect(
    isStar ? createEpsonDialectFactory(printer) : createStarStatusDialect,
    printer,
    ports,
  );
  const hasTold = other.kind === 'ready' ? other.isAssumed !== true : isReportedByPrinter(other);
  if (!hasTold) return condition;
  return { kind: 'failed', why: isStar ? 'answers-as-epson' : 'answers-as-star', bytesSent: 0 };
}

/** Something is there that could be a printer of another make. */
function isStatusUnknown(condition: StatusResult | NotConfiguredResult): boolean {
  if (condition.kind === 'ready') return condition.isAssumed === true;
  return condition.why === 'silent' || condition.why === 'not-a-printer';
}

function isReportedByPrinter(condition: StatusResult | NotConfiguredResult): boolean {
  if (condition.kind !== 'refused') return false;
  return ['cover-open', 'paper-out', 'offline', 'error'].includes(condition.why);
}

async function readStatusInDialect(
  dialect: () => StatusDialect,
  printer: StatusPrinterSettings,
  ports: TransportPorts,
): Promise<StatusResult | NotConfiguredResult> {
  if (printer.kind === 'path') return await readPathStatus(printer, dialect, ports);
  const network = toNetworkEndpoint(printer, dialect);
  if (network === null) return { kind: 'refused', why: 'bad-address' };
  return await readEndpointStatus(network, ports);
}

function getDialectFactory(printer: StatusPrinterSettings): () => StatusDialect {
  return getPrinterModel(printer.model).family === 'star'
    ? createStarStatusDialect
    : createEpsonDialectFactory(printer);
}

function createEpsonDialectFactory(printer: StatusPrinterSettings): () => StatusDialect {
  const owed = getPendingAnswers(printer.kind === 'network' ? printer.address : printer.path);
  return () => createEpsonStatusDialect(owed);
}

function toNetworkEndpoint(
  printer: Extract<PrinterSettings, { kind: 'network' }>,
  dialect: () => StatusDialect,
): PrinterEndpoint | null {
  const address = parsePrinterAddress(printer.address);
  if (address === null) return null;
  const model: PrinterModel = getPrinterModel(printer.model);
  return {
    open: createNetworkOpener(address),
    dialect,
    mustAnswer: model.answersStatus,
    mayAnswerLate: true,
  };
}

/** The status light after a result; null if the result shows nothing about the printer. */
export function toPrinterIndicator(
  result: StatusResult | PrintResult | { kind: 'refused'; why: PaperReason },
): PrinterIndicator | null {
  switch (result.kind) {
    case 'ready':
    case 'printed':
      return result.isPaperLow ? 'paper-low' : 'ready';
    case 'failed':
      // It did not reply before anything was sent: there is nothing to confirm.
      if (result.why === 'silent' && result.bytesSent === 0) return 'unreachable';
      return toIndicatorForReason(result.why);
    case 'refused':
    case 'unconfirmed':
      return toIndicatorForReason(result.why);
  }
}

function toIndicatorForReason(why: PaperReason): PrinterIndicator | null {
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
