import type { PaperReason, PrinterSettings, PrinterState } from '../../../shared/contract/index.ts';
import { DEFAULT_PAPER_COLUMNS } from '../../../shared/rules/index.ts';
import type { PrintTarget } from '../layout/index.ts';
import { getPrinterModel, type PrinterModel } from '../models/index.ts';
import type { ReceiptSettings } from '../papers/index.ts';
import { createEpsonStatusDialect } from './epson-status-dialect.ts';
import { printToFolder, readFolderStatus } from './folder-printer.ts';
import { printToPath, readPathStatus } from './path-printer.ts';
import { getPendingPrinterAnswers } from './pending-answers.ts';
import { parseNetworkPrinterAddress } from './printer-address.ts';
import { createStarStatusDialect } from './star-status-dialect.ts';
import type { PrinterStatusDialect } from './status-dialect.ts';
import {
  createNetworkConnectionOpener,
  type OutgoingPrintJob,
  type PrinterEndpoint,
  type PrinterStatusResult,
  type PrinterTransportPorts,
  type PrintResult,
  readEndpointStatus,
  sendPrintJob,
} from './transport.ts';

export type PrinterIndicator = PrinterState['light'];
/** Nothing was started: no printer is configured, or its address is invalid. */
export type PrinterNotConfiguredResult = {
  readonly kind: 'refused';
  readonly reason: 'not-set' | 'bad-address';
};
type StatusPrinterSettings = Extract<PrinterSettings, { kind: 'network' | 'path' }>;

/** Without a printer, the tape is laid out as for an Epson with the default columns. */
export function toPrintTarget(
  printer: PrinterSettings | null,
  settings: ReceiptSettings,
): PrintTarget {
  const statusPrinter = printer?.kind === 'network' || printer?.kind === 'path' ? printer : null;
  return {
    form: printer?.kind === 'pdf' ? 'sheet' : 'roll',
    model: getPrinterModel(statusPrinter?.model ?? 'epson'),
    columns: printer?.columns ?? DEFAULT_PAPER_COLUMNS,
    drawer: statusPrinter?.drawer ?? null,
    language: settings.language,
    environment: settings.environment,
  };
}

/** The result of a job. */
export type PrintJobResult = PrintResult | PrinterNotConfiguredResult;

/**
 * Sends a job to the configured printer. Returns `not-set` or `bad-address` before anything is sent.
 */
export async function sendToPrinter(
  printer: PrinterSettings | null,
  job: OutgoingPrintJob,
  ports: PrinterTransportPorts,
  beforeFirstByte: () => void,
): Promise<PrintJobResult> {
  switch (printer?.kind) {
    case undefined:
      return { kind: 'refused', reason: 'not-set' };
    case 'screen':
      return printToScreen(beforeFirstByte);
    case 'network': {
      const endpoint = toNetworkEndpoint(printer, getDialectFactory(printer));
      if (endpoint === null) return { kind: 'refused', reason: 'bad-address' };
      return await sendPrintJob(endpoint, job.bytes, ports, beforeFirstByte);
    }
    case 'path':
      return await printToPath(
        printer,
        getDialectFactory(printer),
        job.bytes,
        ports,
        beforeFirstByte,
      );
    case 'pdf':
      return await printToFolder(printer.folder, job, ports, beforeFirstByte);
  }
}

export async function readPrinterStatus(
  printer: PrinterSettings | null,
  ports: PrinterTransportPorts,
): Promise<PrinterStatusResult | PrinterNotConfiguredResult> {
  switch (printer?.kind) {
    case undefined:
      return { kind: 'refused', reason: 'not-set' };
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
 * The status request before a test print. If the reply cannot be parsed, or the printer does not
 * reply, it is asked once more in the other make's dialect, so that a wrong model is reported as
 * such. Prints nothing.
 */
export async function readPrinterStatusBeforeTestPage(
  printer: PrinterSettings | null,
  ports: PrinterTransportPorts,
): Promise<PrinterStatusResult | PrinterNotConfiguredResult> {
  const status = await readPrinterStatus(printer, ports);
  if (printer?.kind !== 'network' && printer?.kind !== 'path') return status;
  if (!isStatusUnknown(status)) return status;
  const isStar = getPrinterModel(printer.model).family === 'star';
  const otherStatus = await readStatusInDialect(
    isStar ? createEpsonDialectFactory(printer) : createStarStatusDialect,
    printer,
    ports,
  );
  const hasReply =
    otherStatus.kind === 'ready'
      ? otherStatus.isAssumed !== true
      : isReportedByPrinter(otherStatus);
  if (!hasReply) return status;
  return { kind: 'failed', reason: isStar ? 'answers-as-epson' : 'answers-as-star', bytesSent: 0 };
}

/** The device could be a printer of another make. */
function isStatusUnknown(status: PrinterStatusResult | PrinterNotConfiguredResult): boolean {
  if (status.kind === 'ready') return status.isAssumed === true;
  return status.reason === 'silent' || status.reason === 'not-a-printer';
}

function isReportedByPrinter(status: PrinterStatusResult | PrinterNotConfiguredResult): boolean {
  if (status.kind !== 'refused') return false;
  return ['cover-open', 'paper-out', 'offline', 'error'].includes(status.reason);
}

async function readStatusInDialect(
  dialect: () => PrinterStatusDialect,
  printer: StatusPrinterSettings,
  ports: PrinterTransportPorts,
): Promise<PrinterStatusResult | PrinterNotConfiguredResult> {
  if (printer.kind === 'path') return await readPathStatus(printer, dialect, ports);
  const endpoint = toNetworkEndpoint(printer, dialect);
  if (endpoint === null) return { kind: 'refused', reason: 'bad-address' };
  return await readEndpointStatus(endpoint, ports);
}

function getDialectFactory(printer: StatusPrinterSettings): () => PrinterStatusDialect {
  return getPrinterModel(printer.model).family === 'star'
    ? createStarStatusDialect
    : createEpsonDialectFactory(printer);
}

function createEpsonDialectFactory(printer: StatusPrinterSettings): () => PrinterStatusDialect {
  const pendingAnswers = getPendingPrinterAnswers(
    printer.kind === 'network' ? printer.address : printer.path,
  );
  return () => createEpsonStatusDialect(pendingAnswers);
}

function toNetworkEndpoint(
  printer: Extract<PrinterSettings, { kind: 'network' }>,
  dialect: () => PrinterStatusDialect,
): PrinterEndpoint | null {
  const address = parseNetworkPrinterAddress(printer.address);
  if (address === null) return null;
  const model: PrinterModel = getPrinterModel(printer.model);
  return {
    open: createNetworkConnectionOpener(address),
    dialect,
    mustAnswer: model.answersStatus,
    canAnswerLate: true,
  };
}

/** The status light after a result; null if the result shows nothing about the printer. */
export function toPrinterIndicator(
  result: PrinterStatusResult | PrintResult | { kind: 'refused'; reason: PaperReason },
): PrinterIndicator | null {
  switch (result.kind) {
    case 'ready':
    case 'printed':
      return result.isPaperLow ? 'paper-low' : 'ready';
    case 'failed':
      // It did not reply before the job was sent: there is nothing to confirm.
      if (result.reason === 'silent' && result.bytesSent === 0) return 'unreachable';
      return toIndicatorForReason(result.reason);
    case 'refused':
    case 'unconfirmed':
      return toIndicatorForReason(result.reason);
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

/**
 * The screen as a printer: every job succeeds at once. The screen shows the tape, which is rendered
 * from the stored lines.
 */
function printToScreen(onLeaving: () => void): PrintResult {
  onLeaving();
  return { kind: 'printed', isPaperLow: false };
}
