import type {
  Approval,
  Problem,
  Provisioning,
  Rescue,
  Result,
} from '../../../shared/contract/index.ts';
import type { ProvisionedBy } from '../../counter/staff/index.ts';
import type { AuditedSettings, FleetPolicy, PatchReport, PatchRequest } from './changing/index.ts';
import type { OpenTill } from './open-till.ts';
import type { SettingsNotices } from './settings-notices.ts';

/** Why the settings or a ledger cannot be used. */
export type TillStorageProblem = Extract<Problem, { kind: 'storage' }>;

/** Holds the till that is open, if any, and opens another. */
export interface TillHost {
  /** Null while the till is not set up or its ledger cannot be opened. */
  till(): OpenTill | null;
  /** Why there is no till although it is set up: the settings or the ledger. */
  storageProblem(): TillStorageProblem | null;
  /** The backups that a damaged or altered ledger can be restored from; null unless it is one. */
  findRescue(): Promise<Rescue | null>;
  /** True once there are settings and a cashier who can sign in. */
  isSetUp(): boolean;
  /** Opens the till that the settings name, if any. */
  open(): void;
  /**
   * Keeps a provisioning, from a file or the wizard, and opens its till. Refused while a payment is
   * being sent. Also refused if another account would be asked about payments that are not resolved
   * in the ledger of its environment, in use or not: that account would report that they do not
   * exist. The audit log names who did it, or the way if nobody can be signed in.
   */
  provision(provisioning: Provisioning, folder: string, by: ProvisionedBy): Promise<Result<null>>;
  /**
   * The same from the command line, where nobody is signed in: a till that is set up asks for an
   * owner's PIN (`changing/owner-approval.ts`).
   */
  provisionByCommand(
    provisioning: Provisioning,
    folder: string,
    approval: Approval | null,
  ): Promise<Result<null>>;
  /**
   * The same from the wizard or F7: where the ledger of an environment that is worth more is there
   * already, one of its owners has to be among the people, with her PIN (`owner-approval.ts`).
   */
  provisionOnScreen(
    provisioning: Provisioning,
    folder: string,
    by: ProvisionedBy,
  ): Promise<Result<null>>;
  /**
   * On a till that was never set up: the backup of another computer takes the place of its ledger
   * and its settings, with the owner's recovery key, and its till opens, still without keys.
   */
  restore(file: string, recoveryKey: string): Promise<Result<null>>;
  /** `--apply`, at a till that is set up. Patches, provisionings and changes take turns. */
  applyPatch(asked: PatchRequest): Promise<PatchReport>;
  /** The fleet's policy that was taken last; null while no till is open that a fleet has set up. */
  policy(): FleetPolicy | null;
  /** A fleet has set up the till that is open: from now on, its policy is taken when it changes. */
  adoptPolicy(policy: FleetPolicy): void;
  readonly notices: SettingsNotices;
  /**
   * The calls of the settings' screens; null if the settings cannot be read. Changes take turns.
   */
  readonly auditedSettings: AuditedSettings | null;
  /** Ends the program's till: nothing is opened after it. */
  close(): Promise<void>;
}
