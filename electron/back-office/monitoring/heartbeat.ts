import {
  assertReplaceableOutputFile,
  type Clock,
  createSerialQueue,
  type Log,
  writeFileAtomically,
} from '../../platform/index.ts';
import type { StatusReport } from './status-report.ts';

/**
 * A file that is rewritten regularly while the till is open: its age shows whether the till is
 * running.
 */
export interface HeartbeatFileWriter {
  start(): void;
  /** Call when the settings changed: writes the file at once, or stops writing it. */
  wake(): void;
  stop(): Promise<void>;
}

export interface HeartbeatSettings {
  readonly file: string;
  readonly everySeconds: number;
}

/** Any other file that the setting names by mistake stays as it is. */
const isReport = (head: Buffer): boolean => head.toString().startsWith('{\n  "format": ');

export function createHeartbeatFileWriter(ports: {
  readonly clock: Clock;
  readonly log: Log;
  /** Null while no file is configured. */
  readonly settings: () => HeartbeatSettings | null;
  readonly buildStatusReport: () => StatusReport;
}): HeartbeatFileWriter {
  const { clock, log } = ports;
  const runInTurn = createSerialQueue();
  let cancel: (() => void) | null = null;
  let isRunning = false;
  let isFailing = false;

  const write = async (file: string): Promise<void> => {
    try {
      const text = `${JSON.stringify(ports.buildStatusReport(), null, 2)}\n`;
      // Written atomically, so that a reader never sees a partial file.
      const checked = await assertReplaceableOutputFile(file, isReport);
      const result = checked.ok
        ? await writeFileAtomically(file, async (handle) => {
            await handle.chmod(0o644);
            await handle.writeFile(text);
          })
        : checked;
      if (!result.ok && !isFailing) {
        log.warn({ file, problem: result.problem }, 'heartbeat: write failed');
      }
      isFailing = !result.ok;
    } catch (error) {
      if (!isFailing) log.warn({ err: error, file }, 'heartbeat: building report failed');
      isFailing = true;
    }
  };

  const writeAndSchedule = (): void => {
    cancel?.();
    const settings = ports.settings();
    if (!isRunning || settings === null) return;
    void runInTurn(() => write(settings.file));
    cancel = clock.after(settings.everySeconds * 1000, writeAndSchedule);
  };

  return {
    start: () => {
      isRunning = true;
      writeAndSchedule();
    },
    wake: writeAndSchedule,
    stop: async () => {
      isRunning = false;
      cancel?.();
      await runInTurn(async () => undefined);
    },
  };
}
