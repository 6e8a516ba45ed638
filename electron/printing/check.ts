import {
  fail,
  ok,
  type PaperReason,
  type PrinterSettings,
  type PrinterState,
  type Problem,
  type Result,
} from '../../shared/contract/index.ts';
import { type Clock, isoTime, type Log } from '../platform/index.ts';
import { compose } from './compose.ts';
import { lightOf, paperOf, printOn } from './printer.ts';
import { type ReceiptSettings, testReceipt } from './receipt.ts';
import { TIMINGS, type Timings } from './transport.ts';

/**
 * Asks a printer how it is and prints a test page on it. Needs no ledger and keeps nothing: the
 * wizard calls it before there is a till. `silent` after the page was sent means that it may have
 * come out and the printer did not say so.
 */
export async function checkPrinter(
  ports: { readonly clock: Clock; readonly log: Log; readonly timings?: Timings },
  printer: PrinterSettings,
  settings: ReceiptSettings,
): Promise<Result<PrinterState>> {
  const { clock, log, timings = TIMINGS } = ports;
  const at = isoTime(clock.now());
  const paper = paperOf(printer, settings);
  const { bytes } = compose(testReceipt(settings, at), paper);
  const { signal } = new AbortController();
  const result = await printOn(printer, bytes, { clock, timings, signal }, () => {});
  log.info({ printer: printer.kind, result: result.kind }, 'test page');
  if (result.kind !== 'printed') return fail(printerProblem(result.why));
  return ok({
    kind: printer.kind,
    light: lightOf(result) ?? 'ready',
    at,
    waitingJobs: 0,
    columns: paper.columns,
  });
}

function printerProblem(why: PaperReason): Problem {
  switch (why) {
    case 'till-stopped':
    case 'cashier-saw-none':
      return { kind: 'printer', reason: 'broke-off' };
    default:
      return { kind: 'printer', reason: why };
  }
}
