import type {
  CallName,
  CallOutput,
  Cashier,
  Result,
  ValidatedCallInput,
} from '../../../shared/contract/index.ts';
import type { CreateId, Log } from '../../platform/index.ts';

/** The caller at the time the call arrived. */
export interface CallContext {
  readonly cashier: Cashier | null;
}

/** One handler for each call; the compiler reports a missing one. */
export type Handlers = {
  readonly [Name in CallName]: (
    input: ValidatedCallInput<Name>,
    context: CallContext,
  ) => Promise<Result<CallOutput<Name>>> | Result<CallOutput<Name>>;
};

export interface AccessState {
  readonly cashier: Cashier | null;
  readonly isSetUp: boolean;
}

/** A listener of `ipcMain.handle`, for the one channel of all calls. */
export type CallListener<Event> = (event: Event, message: unknown) => Promise<unknown>;

export interface CallListenerOptions<Event> {
  /** True only for the top frame of our own window on our own origin. */
  isTillPage(event: Event): boolean;
  /** True if the sender is the customer's screen, which has no calls. Used for the log. */
  isCustomerScreen?(event: Event): boolean;
  readonly handlers: Handlers;
  access(): AccessState;
  readonly log: Log;
  readonly createId: CreateId;
}
