import type {
  Approval,
  Problem,
  Provisioning,
  RescueBackup,
  Result,
} from '../../../shared/contract/index.ts';
import type { ProvisionedBy } from '../../counter/staff/index.ts';
import type { FleetPolicy, PatchReport, PatchRequest } from '../../operations/till-port/index.ts';
import type { AuditedSettings } from './changing/index.ts';
import type { Till } from './create-till.ts';
import type { SettingsNotices } from './settings-notices.ts';

/** The reason why the settings or a ledger cannot be used. */
export type TillStorageProblem = Extract<Problem, { kind: 'storage' }>;

/** Holds the open till, if any, and opens another. */
export interface TillHost {
  /** Null while the till is not set up or its ledger cannot be opened. */
  till(): Till | null;
  /** The reason why there is no open till although it is set up: the settings or the ledger. */
  storageProblem(): TillStorageProblem | null;
  /**
   * The backups from which a damaged or altered ledger can be restored; null if the ledger is
   * neither.
   */
  findRescueBackup(): Promise<RescueBackup | null>;
  /** True once there are settings and a cashier who can sign in. */
  isSetUp(): boolean;
  /** Opens the till that the settings name, if any. */
  open(): void;
  /**
   * Saves a provisioning, from a file or the wizard, and opens its till. Refused while a payment is
   * being sent. Also refused if another account would be asked about payments that are unresolved
   * in the ledger of that environment, whether in use or not: that account would report that they
   * do not exist. The audit log names who did it, or the way if nobody can be signed in.
   */
  provision(provisioning: Provisioning, folder: string, by: ProvisionedBy): Promise<Result<null>>;
  /**
   * The same from the command line, where nobody is signed in: a till that is set up requires an
   * owner's PIN (`changing/owner-approval.ts`).
   */
  provisionByCommand(
    provisioning: Provisioning,
    folder: string,
    approval: Approval | null,
  ): Promise<Result<null>>;
  /**
   * The same from the wizard or F7: if the ledger of an environment of higher rank already exists,
   * one of its owners must be among the cashiers, with the PIN of that ledger
   * (`changing/owner-approval.ts`).
   */
  provisionOnScreen(
    provisioning: Provisioning,
    folder: string,
    by: ProvisionedBy,
  ): Promise<Result<null>>;
  /**
   * On a till that was never set up: replaces its ledger and its settings with the backup of
   * another computer, using the owner's recovery key, and opens its till, still without service
   * keys.
   */
  restore(file: string, recoveryKey: string): Promise<Result<null>>;
  /** `--apply`, on a till that is set up. Patches, provisionings and changes run one at a time. */
  applyPatch(request: PatchRequest): Promise<PatchReport>;
  /** The fleet policy that was applied last; null while no till is open that a fleet has set up. */
  getFleetPolicy(): FleetPolicy | null;
  /** A fleet has set up the open till: from now on, changes of its policy are applied. */
  adoptFleetPolicy(policy: FleetPolicy): void;
  readonly notices: SettingsNotices;
  /**
   * The calls of the settings screens; null if the settings cannot be read. Changes run one at a
   * time.
   */
  readonly auditedSettings: AuditedSettings | null;
  /** Closes the till for the end of the program: nothing can be opened afterwards. */
  close(): Promise<void>;
}
