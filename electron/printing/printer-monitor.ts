import { fail, ok, type PrinterState, type Result } from '../../shared/contract/index.ts';
import { toIsoTime } from '../platform/index.ts';
import {
  DEFAULT_PRINTER_TIMINGS,
  type PrinterIndicator,
  type PrinterStatusResult,
  type PrintJobResult,
  toPrinterIndicator,
  toPrintTarget,
} from './devices/index.ts';
import { toPrinterProblem } from './printer-problem.ts';
import { countWaitingPrintJobs } from './queue/index.ts';
import type { PrintingDevice, PrintingPorts } from './types.ts';

/** The cashier and a customer wait for this reply. */
const READY_TIMEOUT_MS = 8_000;

/** The printer's state as last reported. */
export interface PrinterMonitor {
  /** Takes the status from the result of a job. A printer with a problem is polled until it is ready. */
  recordResult(result: PrintJobResult | PrinterStatusResult): void;
  getState(): PrinterState;
  refresh(): Promise<PrinterState>;
  checkReady(): Promise<Result<null>>;
  stop(): void;
}

/** `readStatusInTurn` asks the printer once the current job has ended. */
export function createPrinterMonitor(
  { clock, database, settings, onChange, log, timings = DEFAULT_PRINTER_TIMINGS }: PrintingPorts,
  readStatusInTurn: PrintingDevice['readStatus'],
): PrinterMonitor {
  let lastReport: {
    readonly light: PrinterIndicator;
    readonly at: string;
    readonly printerKey: string;
  } | null = null;
  let cancelRetry: (() => void) | null = null;
  let isStopped = false;
  const getPrinterKey = (): string => JSON.stringify(settings().printer);

  const update: PrinterMonitor['recordResult'] = (result) => {
    const light = toPrinterIndicator(result);
    if (light === null) return;
    lastReport = { light, at: toIsoTime(clock.now()), printerKey: getPrinterKey() };
    cancelRetry?.();
    cancelRetry = light === 'ready' || isStopped ? null : clock.after(timings.retryDelayMs, retry);
  };

  const retry = (): void => {
    refresh().catch((error: unknown) =>
      log.error({ err: error }, 'printer-monitor: status request failed'),
    );
  };

  const refresh = async (): Promise<PrinterState> => {
    update(await readStatusInTurn());
    onChange(null, null);
    return getState();
  };

  const getState = (): PrinterState => {
    const { printer } = settings();
    // A report of another printer does not apply to this one.
    const report = lastReport?.printerKey === getPrinterKey() ? lastReport : null;
    return {
      kind: printer?.kind ?? 'not-set',
      light: printer?.kind === 'screen' ? 'ready' : (report?.light ?? 'not-asked'),
      at: report?.at ?? null,
      waitingJobs: countWaitingPrintJobs(database),
      columns: toPrintTarget(printer, settings()).columns,
    };
  };

  return {
    recordResult: update,
    getState,
    refresh,
    checkReady: async () => {
      const timeout = new Promise<'late'>((resolve) => {
        clock.after(READY_TIMEOUT_MS, () => resolve('late'));
      });
      const status = await Promise.race([readStatusInTurn(), timeout]);
      // An earlier job is still being printed; its result will update the status.
      if (status === 'late') return fail({ kind: 'printer', reason: 'busy' });
      update(status);
      onChange(null, null);
      return status.kind === 'ready' ? ok(null) : fail(toPrinterProblem(status));
    },
    stop: () => {
      isStopped = true;
      cancelRetry?.();
    },
  };
}
