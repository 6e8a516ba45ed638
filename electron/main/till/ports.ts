import type {
  CustomerScreenView,
  EnvironmentName,
  RejectedStartupRequest,
  SettingsWarning,
  UpdateStatus,
} from '../../../shared/contract/index.ts';
import type { CustomerWindowState } from '../../counter/customer-screen/index.ts';
import type { PinCost } from '../../counter/staff/index.ts';
import type { Database } from '../../ledger/index.ts';
import type { Clock, CreateId, Log, Vault } from '../../platform/index.ts';
import type { ReceiptDeliveryChannels } from '../../printing/index.ts';
import type { Settings, TillSettings } from '../../settings/index.ts';
import type { Emit } from '../ipc/index.ts';

/** The ports that the program passes to every till that it opens. */
export interface ProgramPorts {
  readonly profileFolder: string;
  readonly vault: Vault;
  /** The cost of a PIN's hash; see `getPinCost`. */
  readonly getPinHashCost: (environment: EnvironmentName) => PinCost;
  readonly clock: Clock;
  readonly createId: CreateId;
  readonly log: Log;
  readonly emit: Emit;
  readonly trainingWorkerUrl: URL;
  /** `backup/inspect-worker.ts`, or its bundled file. */
  readonly ledgerCheckWorkerUrl: URL;
  /** `printing/thread/paper-worker.ts`, or its bundled file. */
  readonly paperWorkerUrl: URL;
  readonly applicationVersion: string;
  /** Prevents the computer from going to sleep when idle, or allows it again. */
  readonly setKeepAwake: (isWanted: boolean) => void;
  /** Switches full-screen mode on or off; omitted without a window. */
  readonly setFullScreen?: (isWanted: boolean) => void;
  /** Paperless delivery of receipts; omitted without a window. */
  readonly receiptDelivery?: ReceiptDeliveryChannels;
  /** Switches full-screen mode; omitted without a window. */
  readonly toggleFullScreen?: () => { readonly isPossible: boolean; readonly isFull: boolean };
  /** The window that faces the customer; omitted if there can be none. */
  readonly customerWindow?: CustomerWindowPort;
  /**
   * Seconds since the last input on this computer; null or omitted if the system does not report
   * it.
   */
  readonly systemIdleSeconds?: () => number | null;
  /** The status of updates; omitted means none. */
  readonly getUpdateStatus?: () => UpdateStatus | null;
}

/** The ports of one till. */
export interface TillPorts extends ProgramPorts {
  readonly settings: Settings;
  readonly tillSettings: TillSettings;
  readonly database: Database;
  /** The request of a file at the start that was refused. */
  readonly getRejectedStartupRequest: () => RejectedStartupRequest | null;
  readonly getSettingsWarning: () => SettingsWarning;
}

export interface CustomerWindowPort {
  /**
   * Sets the display, counted from 1; null for the first display without the till; false: no
   * window.
   */
  setDisplayNumber(displayNumber: number | null | false): void;
  /** Stored for a window that opens later or reloads its page. */
  show(view: CustomerScreenView): void;
  state(): CustomerWindowState;
  /**
   * Called when the window opens or closes, or a display is added or removed. Returns the
   * unsubscribe function.
   */
  onChange(listener: () => void): () => void;
}
