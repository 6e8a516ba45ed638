import {
  fail,
  ok,
  type PrinterSettings,
  type PrinterState,
  type Result,
} from '../../shared/contract/index.ts';
import { type Clock, type Log, toIsoTime } from '../platform/index.ts';
import type { PrintJobResult } from './devices/index.ts';
import {
  DEFAULT_PRINTER_TIMINGS,
  type PrinterTimings,
  readPrinterStatusBeforeTestPage,
  sendToPrinter,
  toPrinterIndicator,
  toPrintTarget,
} from './devices/index.ts';
import { buildTestReceipt, formatPaperFileName, type ReceiptSettings } from './papers/index.ts';
import { toPrinterProblem } from './printer-problem.ts';
import { renderPaper } from './render-paper.ts';

/**
 * Asks a printer for its status and prints a test page on it. It needs no ledger and stores nothing,
 * because the wizard calls it before there is a till. For a printer that cannot reply the result is
 * ok with the light `silent`: the page was sent, and a person checks the paper. The problem `silent`
 * means that the page may have been printed although a printer that can reply did not confirm it;
 * `no-answer` means that nothing was printed.
 */
export async function printTestPageWithoutTill(
  ports: { readonly clock: Clock; readonly log: Log; readonly timings?: PrinterTimings },
  printer: PrinterSettings,
  settings: ReceiptSettings,
): Promise<Result<PrinterState>> {
  const { clock, log, timings = DEFAULT_PRINTER_TIMINGS } = ports;
  const at = toIsoTime(clock.now());
  const { signal } = new AbortController();
  const transport = { clock, timings, signal, log };
  const status = await readPrinterStatusBeforeTestPage(printer, transport);
  const result: PrintJobResult =
    status.kind === 'ready' ? await printTestPage(printer, settings, at, transport) : status;
  log.info({ printer: printer.kind, result: result.kind }, 'test-page: job ended');
  const isUsable = result.kind === 'printed' || isFromWriteOnlyPrinter(result);
  if (!isUsable) return fail(toPrinterProblem(result));
  return ok({
    kind: printer.kind,
    light: toPrinterIndicator(result) ?? 'ready',
    at,
    waitingJobs: 0,
    columns: printer.columns,
  });
}

async function printTestPage(
  printer: PrinterSettings,
  settings: ReceiptSettings,
  at: string,
  transport: Parameters<typeof sendToPrinter>[2],
): Promise<PrintJobResult> {
  const fileName = formatPaperFileName({ kind: 'test', createdAt: at, reference: '' }, settings);
  const paper = toPrintTarget(printer, settings);
  try {
    const about = { title: settings.shop.name, at };
    const { bytes } = await renderPaper(buildTestReceipt(settings, at), paper, about);
    return await sendToPrinter(printer, { bytes, fileName }, transport, () => {});
  } catch (error) {
    transport.log?.error({ err: error }, 'test-page: rendering failed');
    return { kind: 'refused', reason: 'not-made' };
  }
}

function isFromWriteOnlyPrinter(result: PrintJobResult): boolean {
  return result.kind === 'unconfirmed' && result.reason === 'cannot-answer';
}
