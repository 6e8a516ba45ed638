import type { StatusLine } from '../../../shared/contract/index.ts';
import type { Log } from '../../platform/index.ts';
import type { Emit } from '../ipc/index.ts';

/** The events of one till for the page. */
export interface PageEvents {
  /** Like `emit`, until the till is closing: another one may be open by then. */
  readonly emit: Emit;
  /**
   * Sends the status line again, because a part of it may have changed: once for all that changes in
   * one turn of the program, and after it, because somebody may wait for the rest of that turn.
   */
  emitStatus(): void;
  stop(): void;
}

export function createPageEvents(ports: {
  readonly emit: Emit;
  readonly line: () => StatusLine;
  readonly log: Log;
}): PageEvents {
  let isClosed = false;
  const emit: Emit = (name, payload) => {
    if (!isClosed) ports.emit(name, payload);
  };
  let isStatusOwed = false;
  const tellStatusNow = (): void => {
    isStatusOwed = false;
    if (isClosed) return;
    try {
      emit('status.changed', ports.line());
    } catch (error) {
      // The change itself is done. If the status line cannot be read, the page asks for it later.
      ports.log.error({ err: error }, 'status: emitting status line failed');
    }
  };
  return {
    emit,
    emitStatus: () => {
      if (isStatusOwed) return;
      isStatusOwed = true;
      setImmediate(tellStatusNow);
    },
    stop: () => {
      isClosed = true;
    },
  };
}
