import { type EventName, type EventPayload, events } from '../../../shared/contract/index.ts';
import type { Log } from '../../platform/index.ts';
import { toEventChannel } from '../../preload/index.ts';
import { findNonJsonReason } from './plain-json.ts';

export type Emit = <Name extends EventName>(name: Name, payload: EventPayload<Name>) => void;

interface EmitterOptions {
  /** Sends to the window; does nothing if there is none. */
  send(channel: string, payload: unknown): void;
  readonly log: Log;
}

/**
 * Sends events to the page. A payload that does not match its schema is logged and not sent: an
 * event only reports a change and must not stop the work that it reports.
 */
export function createEmitter(options: EmitterOptions): Emit {
  return (name, payload) => {
    const parsed = events[name].payload.safeParse(payload);
    const invalidReason = parsed.success
      ? findNonJsonReason(parsed.data)
      : 'does not fit the contract';
    if (!parsed.success || invalidReason !== null) {
      options.log.error(
        { event: name, reason: invalidReason },
        'ipc: event dropped, payload invalid',
      );
      return;
    }
    options.send(toEventChannel(name), parsed.data);
  };
}
