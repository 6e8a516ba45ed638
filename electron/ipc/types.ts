import type {
  CallName,
  CallOutput,
  CallReceived,
  Result,
  SessionState,
} from '../../shared/contract/index.ts';
import type { Log, NewId } from '../platform/index.ts';

export type SignedInCashier = NonNullable<SessionState['cashier']>;

/** Who asks, as it stood when the call came in. */
export interface CallContext {
  readonly cashier: SignedInCashier | null;
}

/** One handler for each call; the compiler misses none. */
export type Handlers = {
  readonly [Name in CallName]: (
    input: CallReceived<Name>,
    context: CallContext,
  ) => Promise<Result<CallOutput<Name>>> | Result<CallOutput<Name>>;
};

export interface AccessNow {
  readonly cashier: SignedInCashier | null;
  readonly isSetUp: boolean;
}

/** The one function of `ipcMain` that the registrar needs. */
export interface IpcPort<Event> {
  handle(channel: string, listener: (event: Event, input: unknown) => Promise<unknown>): void;
}

export interface RegisterOptions<Event> {
  readonly ipc: IpcPort<Event>;
  /** True for the top frame of our own window on our own origin, and for nothing else. */
  isOurs(event: Event): boolean;
  readonly handlers: Handlers;
  access(): AccessNow;
  readonly log: Log;
  readonly newId: NewId;
}
