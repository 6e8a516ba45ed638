import type { Log } from '../../platform/index.ts';
import type { Emit } from '../ipc/index.ts';

/** The page events of one till. */
export interface PageEvents {
  /** Like `emit`, until the till closes, because another till may be open after that. */
  readonly emit: Emit;
  /**
   * Sends the status line, because a part of it may have changed. Sends it once for all changes in
   * one turn of the event loop, and after that turn, so that it does not delay the rest of the
   * turn.
   */
  emitStatus(): void;
  stop(): void;
}

export function createPageEvents(ports: {
  readonly emit: Emit;
  /** Emits the status line as it is now; may throw. */
  readonly onStatusDue: () => void;
  readonly log: Log;
}): PageEvents {
  let isClosed = false;
  let isStatusPending = false;
  const emitStatusNow = (): void => {
    isStatusPending = false;
    if (isClosed) return;
    try {
      ports.onStatusDue();
    } catch (error) {
      // The change itself is complete. If the status line cannot be read, the page requests it
      // later.
      ports.log.error({ err: error }, 'status: emitting status line failed');
    }
  };
  return {
    emit: (name, payload) => {
      if (!isClosed) ports.emit(name, payload);
    },
    emitStatus: () => {
      if (isStatusPending) return;
      isStatusPending = true;
      setImmediate(emitStatusNow);
    },
    stop: () => {
      isClosed = true;
    },
  };
}
