import type {
  CustomerView,
  EnvironmentName,
  RejectedStartupRequest,
  SettingsWarning,
  UpdateStatus,
} from '../../../shared/contract/index.ts';
import type { CustomerWindowState } from '../../counter/customer-screen/index.ts';
import type { PinCost } from '../../counter/staff/index.ts';
import type { Database } from '../../ledger/index.ts';
import type { Clock, Log, NewId, Vault } from '../../platform/index.ts';
import type { ReceiptOutlets } from '../../printing/index.ts';
import type { Settings, TillSettings } from '../../settings/index.ts';
import type { Emit } from '../ipc/index.ts';

/** What the program gives every till that it opens. */
export interface ProgramPorts {
  readonly profileFolder: string;
  readonly vault: Vault;
  /** How much a PIN's hash costs; `getPinCost`. */
  readonly pinCost: (environment: EnvironmentName) => PinCost;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Log;
  readonly emit: Emit;
  readonly trainingWorker: URL;
  /** `backup/inspect-worker.ts`, or its bundled file. */
  readonly checkWorker: URL;
  /** `printing/thread/paper-worker.ts`, or its bundled file. */
  readonly paperWorker: URL;
  readonly applicationVersion: string;
  /** Whether the computer must not go to sleep by itself. */
  readonly keepAwake: (isWanted: boolean) => void;
  /** Whether the window covers the whole screen; left out where there is none. */
  readonly fullScreen?: (isWanted: boolean) => void;
  /** How a receipt leaves without paper; left out where there is no window. */
  readonly outlets?: ReceiptOutlets;
  /** Covers the screen, or no longer; left out where there is no window. */
  readonly toggleFullScreen?: () => { readonly isPossible: boolean; readonly isFull: boolean };
  /** The window that faces the customer; left out where there can be none. */
  readonly customerWindow?: CustomerWindowPort;
  /** Null, or left out: the system does not tell how long nobody has touched it. */
  readonly idleSeconds?: () => number | null;
  /** What there is to say of updates; nothing, where it is left out. */
  readonly updateNews?: () => UpdateStatus | null;
}

/** What one till of it is opened with. */
export interface OpenTillPorts extends ProgramPorts {
  readonly settings: Settings;
  readonly tillSettings: TillSettings;
  readonly database: Database;
  /** What a file asked at the start, and was refused. */
  readonly refused: () => RejectedStartupRequest | null;
  readonly warned: () => SettingsWarning;
}

export interface CustomerWindowPort {
  /** On which display, counted from 1; null for the first that the till is not on; false: no window. */
  want(display: number | null | false): void;
  /** Kept for a window that opens later, or loads its page again. */
  show(view: CustomerView): void;
  state(): CustomerWindowState;
  /** It was opened or closed, or a display came or went. Returns what ends the listening. */
  onChange(listener: () => void): () => void;
}
