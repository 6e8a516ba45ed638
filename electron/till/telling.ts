import type { StatusLine } from '../../shared/contract/index.ts';
import type { Emit } from '../ipc/index.ts';
import type { Log } from '../platform/index.ts';

/** What the page is told of one till. */
export interface Telling {
  /** As `emit`, until the till is closing: another one may be open by then. */
  readonly tell: Emit;
  /** Something on the status line may be another. */
  tellStatus(): void;
  stop(): void;
}

export function createTelling(ports: {
  readonly emit: Emit;
  readonly line: () => StatusLine;
  readonly log: Log;
}): Telling {
  let isClosed = false;
  const tell: Emit = (name, payload) => {
    if (!isClosed) ports.emit(name, payload);
  };
  return {
    tell,
    tellStatus: () => {
      if (isClosed) return;
      try {
        tell('status.changed', ports.line());
      } catch (error) {
        // Whoever changed something has done it: a status line that cannot be read is asked for again.
        ports.log.error({ err: error }, 'the status line could not be told');
      }
    },
    stop: () => {
      isClosed = true;
    },
  };
}
