import {
  fail,
  ok,
  type PrinterSettings,
  type PrinterState,
  type Result,
} from '../../shared/contract/index.ts';
import { type Clock, isoTime, type Log } from '../platform/index.ts';
import type { JobResult } from './devices/index.ts';
import {
  askBeforeTest,
  lightOf,
  paperOf,
  printOn,
  TIMINGS,
  type Timings,
} from './devices/index.ts';
import { makePaper } from './make-paper.ts';
import { fileNameOf, type ReceiptSettings, testReceipt } from './papers/index.ts';
import { printerProblem } from './printer-problem.ts';

/**
 * Asks a printer for its status and prints a test page on it. It needs no ledger and keeps nothing,
 * because the wizard calls it before there is a till. A printer that cannot answer is `silent`: the
 * page was taken, and the person looks. The problem `silent` means that the page may have come out
 * although a printer that can answer did not confirm it; `no-answer` means that nothing was
 * printed.
 */
export async function checkPrinter(
  ports: { readonly clock: Clock; readonly log: Log; readonly timings?: Timings },
  printer: PrinterSettings,
  settings: ReceiptSettings,
): Promise<Result<PrinterState>> {
  const { clock, log, timings = TIMINGS } = ports;
  const at = isoTime(clock.now());
  const { signal } = new AbortController();
  const transport = { clock, timings, signal, log };
  const condition = await askBeforeTest(printer, transport);
  const result: JobResult =
    condition.kind === 'ready' ? await printTestPage(printer, settings, at, transport) : condition;
  log.info({ printer: printer.kind, result: result.kind }, 'test page');
  const isUp = result.kind === 'printed' || isMute(result);
  if (!isUp) return fail(printerProblem(result));
  return ok({
    kind: printer.kind,
    light: lightOf(result) ?? 'ready',
    at,
    waitingJobs: 0,
    columns: printer.columns,
  });
}

async function printTestPage(
  printer: PrinterSettings,
  settings: ReceiptSettings,
  at: string,
  transport: Parameters<typeof printOn>[2],
): Promise<JobResult> {
  const fileName = fileNameOf({ kind: 'test', createdAt: at, reference: '' }, settings);
  const paper = paperOf(printer, settings);
  try {
    const about = { title: settings.shop.name, at };
    const { bytes } = await makePaper(testReceipt(settings, at), paper, about);
    return await printOn(printer, { bytes, fileName }, transport, () => {});
  } catch (error) {
    transport.log?.error({ err: error }, 'a test page could not be made');
    return { kind: 'refused', why: 'not-made' };
  }
}

function isMute(result: JobResult): boolean {
  return result.kind === 'unconfirmed' && result.why === 'cannot-answer';
}
