import { fail, ok, type PrinterState, type Result } from '../../shared/contract/index.ts';
import { toIsoTime } from '../platform/index.ts';
import {
  DEFAULT_PRINTER_TIMINGS,
  type JobResult,
  type PrinterIndicator,
  type StatusResult,
  toPrinterIndicator,
  toPrintTarget,
} from './devices/index.ts';
import { toPrinterProblem } from './printer-problem.ts';
import { countWaitingPrintJobs } from './queue/index.ts';
import type { PrintingDevice, PrintingPorts } from './types.ts';

/** A cashier waits for this reply with a customer in front of her. */
const READY_TIMEOUT_MS = 8_000;

/** The printer's state, as last reported. */
export interface PrinterMonitor {
  /** Learns about the printer from the end of a job. One in trouble is asked again until it is well. */
  update(result: JobResult | StatusResult): void;
  getState(): PrinterState;
  refresh(): Promise<PrinterState>;
  readyNow(): Promise<Result<null>>;
  stop(): void;
}

/** `askInTurn` asks once the current job has ended. */
export function createPrinterMonitor(
  { clock, database, settings, onChange, log, timings = DEFAULT_PRINTER_TIMINGS }: PrintingPorts,
  askInTurn: PrintingDevice['readStatus'],
): PrinterMonitor {
  let seen: { readonly light: PrinterIndicator; readonly at: string; readonly of: string } | null =
    null;
  let cancelAgain: (() => void) | null = null;
  let isStopped = false;
  const printerKey = (): string => JSON.stringify(settings().printer);

  const update: PrinterMonitor['update'] = (result) => {
    const light = toPrinterIndicator(result);
    if (light === null) return;
    seen = { light, at: toIsoTime(clock.now()), of: printerKey() };
    cancelAgain?.();
    cancelAgain =
      light === 'ready' || isStopped ? null : clock.after(timings.retryDelayMs, askAgain);
  };

  const askAgain = (): void => {
    refresh().catch((error: unknown) =>
      log.error({ err: error }, 'printer-monitor: status request failed'),
    );
  };

  const refresh = async (): Promise<PrinterState> => {
    update(await askInTurn());
    onChange(null, null);
    return getState();
  };

  const getState = (): PrinterState => {
    const { printer } = settings();
    // What another printer reported tells nothing about this one.
    const known = seen?.of === printerKey() ? seen : null;
    return {
      kind: printer?.kind ?? 'not-set',
      light: printer?.kind === 'screen' ? 'ready' : (known?.light ?? 'not-asked'),
      at: known?.at ?? null,
      waitingJobs: countWaitingPrintJobs(database),
      columns: toPrintTarget(printer, settings()).columns,
    };
  };

  return {
    update,
    getState,
    refresh,
    readyNow: async () => {
      const late = new Promise<'late'>((resolve) => {
        clock.after(READY_TIMEOUT_MS, () => resolve('late'));
      });
      const condition = await Promise.race([askInTurn(), late]);
      // An earlier job is still being printed; its end will show the state.
      if (condition === 'late') return fail({ kind: 'printer', reason: 'busy' });
      update(condition);
      onChange(null, null);
      return condition.kind === 'ready' ? ok(null) : fail(toPrinterProblem(condition));
    },
    stop: () => {
      isStopped = true;
      cancelAgain?.();
    },
  };
}
