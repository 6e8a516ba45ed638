import { fail, ok, type PrinterState, type Result } from '../../shared/contract/index.ts';
import { isoTime } from '../platform/index.ts';
import {
  type Condition,
  type JobResult,
  type Light,
  lightOf,
  paperOf,
  TIMINGS,
} from './devices/index.ts';
import { printerProblem } from './printer-problem.ts';
import { countWaitingPrintJobs } from './queue/index.ts';
import type { PrintingDevice, PrintingPorts } from './types.ts';

/** A cashier waits for this reply with a customer in front of her. */
const READY_WITHIN_MS = 8_000;

/** The printer's state, as last reported. */
export interface PrinterLight {
  /** Learns about the printer from the end of a job. One in trouble is asked again until it is well. */
  note(result: JobResult | Condition): void;
  state(): PrinterState;
  ask(): Promise<PrinterState>;
  readyNow(): Promise<Result<null>>;
  stop(): void;
}

/** `askInTurn` asks once the current job has ended. */
export function createPrinterLight(
  { clock, database, settings, onChange, log, timings = TIMINGS }: PrintingPorts,
  askInTurn: PrintingDevice['ask'],
): PrinterLight {
  let seen: { readonly light: Light; readonly at: string; readonly of: string } | null = null;
  let cancelAgain: (() => void) | null = null;
  let isStopped = false;
  const printerKey = (): string => JSON.stringify(settings().printer);

  const note: PrinterLight['note'] = (result) => {
    const light = lightOf(result);
    if (light === null) return;
    seen = { light, at: isoTime(clock.now()), of: printerKey() };
    cancelAgain?.();
    cancelAgain = light === 'ready' || isStopped ? null : clock.after(timings.again, askAgain);
  };

  const askAgain = (): void => {
    ask().catch((error: unknown) => log.error({ err: error }, 'the printer could not be asked'));
  };

  const ask = async (): Promise<PrinterState> => {
    note(await askInTurn());
    onChange(null, null);
    return state();
  };

  const state = (): PrinterState => {
    const { printer } = settings();
    // What another printer reported tells nothing about this one.
    const known = seen?.of === printerKey() ? seen : null;
    return {
      kind: printer?.kind ?? 'not-set',
      light: printer?.kind === 'screen' ? 'ready' : (known?.light ?? 'not-asked'),
      at: known?.at ?? null,
      waitingJobs: countWaitingPrintJobs(database),
      columns: paperOf(printer, settings()).columns,
    };
  };

  return {
    note,
    state,
    ask,
    readyNow: async () => {
      const late = new Promise<'late'>((resolve) => {
        clock.after(READY_WITHIN_MS, () => resolve('late'));
      });
      const condition = await Promise.race([askInTurn(), late]);
      // An earlier job is still being printed; its end will show the state.
      if (condition === 'late') return fail({ kind: 'printer', reason: 'busy' });
      note(condition);
      onChange(null, null);
      return condition.kind === 'ready' ? ok(null) : fail(printerProblem(condition));
    },
    stop: () => {
      isStopped = true;
      cancelAgain?.();
    },
  };
}
