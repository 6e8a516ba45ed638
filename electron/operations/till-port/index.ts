/**
 * What the operations need of the program's till. `electron/main/till` implements it: operations are below main and
 * import nothing of it.
 */
import type {
  Approval,
  EnvironmentName,
  Problem,
  Provisioning,
  RejectedStartupRequest,
  Result,
  SettingsWarning,
} from '../../../shared/contract/index.ts';
import type { StatusReport } from '../../back-office/monitoring/index.ts';
import type { DueUploadReport } from '../../back-office/reconciliation/index.ts';
import type { ProvisionedBy } from '../../counter/staff/index.ts';

/** The fields of a provisioning that an administrator controls for the whole fleet. */
export type FleetPolicy = Readonly<Record<string, unknown>>;

/** `--apply`: a patch of the provisioning file, for an open till or one that just started. */
export interface PatchRequest {
  /** The parsed JSON. */
  readonly patch: unknown;
  /** The folder of the files that the patch names. */
  readonly folder: string;
  /** An owner's approval; null if none was given. */
  readonly approval: Approval | null;
  /** The patch is in the machine-wide folder that only administrators can write. */
  readonly isInMachineFolder: boolean;
  /** Checks only; saves nothing. */
  readonly isCheckOnly: boolean;
  /**
   * Set if the patch comes from a change of the fleet policy; this is the new policy. Its file was
   * checked, so no PIN is required.
   */
  readonly policy?: FleetPolicy;
}

/** The result of a patch. `refusalGroup` groups the problems by what the sender can do about them. */
export type PatchReport =
  | {
      readonly kind: 'applied' | 'fits' | 'as-before';
      /** The fields that changed, and the names of secrets. */
      readonly changed: readonly string[];
      /** Set if the till has left its chain. False: `chain retire` must end its login there. */
      readonly isChainLoginRetired?: boolean;
    }
  | {
      readonly kind: 'refused';
      readonly refusalGroup: 'patch' | 'approval' | 'proof' | 'busy' | 'till';
      readonly problem: Problem;
    };

/** The open till. */
export interface TillPort {
  readonly settings: { readonly environment: EnvironmentName };
  readonly reconciliation: { uploadDue(tryForMs: number): Promise<DueUploadReport> };
  readonly diagnostics: {
    writeSupportBundle(file: string): Promise<Result<{ readonly file: string }>>;
  };
  /** Starts the till's work without waiting for a page. */
  start(): void;
  getStatusReport(): StatusReport;
}

/** Holds the till that is open, if any. */
export interface TillHostPort {
  /** Null while the till is not set up or its ledger cannot be opened. */
  till(): TillPort | null;
  /** Why there is no till although it is set up. */
  storageProblem(): Problem | null;
  provision(provisioning: Provisioning, folder: string, by: ProvisionedBy): Promise<Result<null>>;
  applyPatch(request: PatchRequest): Promise<PatchReport>;
  /** The fleet policy applied last; null while no till that a fleet has set up is open. */
  getFleetPolicy(): FleetPolicy | null;
  /** A fleet has set up the open till: from now on, changes of its policy are applied. */
  adoptFleetPolicy(policy: FleetPolicy): void;
  readonly notices: SettingsNoticePort;
}

/** The notices about settings on the status line. */
export interface SettingsNoticePort {
  getWarning(): SettingsWarning;
  setRejectedStartupRequest(request: RejectedStartupRequest): void;
  clearRejectedStartupRequest(option?: RejectedStartupRequest['option']): void;
  setLeftoverSecretsFile(file: string | null): void;
}
