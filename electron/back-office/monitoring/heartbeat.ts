import {
  type Clock,
  createSerialQueue,
  type Log,
  writeFileAtomically,
} from '../../platform/index.ts';
import type { StatusReport } from './status-report.ts';

/** A file that is written again and again while the till is open: its age tells that it lives. */
export interface Heartbeat {
  start(): void;
  /** The settings changed: it is written at once, or no longer. */
  wake(): void;
  stop(): Promise<void>;
}

export interface HeartbeatSettings {
  readonly file: string;
  readonly everySeconds: number;
}

export function createHeartbeat(ports: {
  readonly clock: Clock;
  readonly log: Log;
  /** Null while no file is set. */
  readonly settings: () => HeartbeatSettings | null;
  readonly report: () => StatusReport;
}): Heartbeat {
  const { clock, log } = ports;
  const inTurn = createSerialQueue();
  let cancel: (() => void) | null = null;
  let isRunning = false;
  let isFailing = false;

  const write = async (file: string): Promise<void> => {
    try {
      const text = `${JSON.stringify(ports.report(), null, 2)}\n`;
      // Whole or not at all: whoever reads it never sees half of one.
      const written = await writeFileAtomically(file, async (handle) => {
        await handle.chmod(0o644);
        await handle.writeFile(text);
      });
      if (!written.ok && !isFailing) {
        log.warn({ file, problem: written.problem }, 'heartbeat: write failed');
      }
      isFailing = !written.ok;
    } catch (error) {
      if (!isFailing) log.warn({ err: error, file }, 'heartbeat: building report failed');
      isFailing = true;
    }
  };

  const beat = (): void => {
    cancel?.();
    const set = ports.settings();
    if (!isRunning || set === null) return;
    void inTurn(() => write(set.file));
    cancel = clock.after(set.everySeconds * 1000, beat);
  };

  return {
    start: () => {
      isRunning = true;
      beat();
    },
    wake: beat,
    stop: async () => {
      isRunning = false;
      cancel?.();
      await inTurn(async () => undefined);
    },
  };
}
