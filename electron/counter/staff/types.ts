import type {
  Approval,
  Cashier,
  LockReason,
  LockState,
  Permission,
  Result,
  Role,
  StaffMember,
  ValidatedCallInput,
} from '../../../shared/contract/index.ts';
import type { Audit } from '../../ledger/audit/index.ts';
import type { Database } from '../../ledger/index.ts';
import type { Clock, CreateId, Log } from '../../platform/index.ts';
import type { PersonSealer } from './person-seal.ts';
import type { PinAttemptFile } from './pin-attempt-file.ts';
import type { PinHasher } from './pin-hasher.ts';

/**
 * Who provisions the till: the person signed in at the screen or identified by PIN on the command
 * line, or only the way if there can be no such person. If the ledger of a till was removed, nobody
 * can be signed in at its screen, because the new ledger has no cashiers yet.
 */
export type ProvisionedBy =
  | { readonly way: 'screen'; readonly person: Pick<Cashier, 'id' | 'name'> | null }
  | { readonly way: 'command-line'; readonly person: Pick<Cashier, 'id' | 'name'> | null }
  | { readonly way: 'first-set-up'; readonly person: null }
  | { readonly way: 'fleet'; readonly person: null };

export const PROVISIONED_BY_FIRST_SET_UP: ProvisionedBy = { way: 'first-set-up', person: null };
export const PROVISIONED_BY_FLEET: ProvisionedBy = { way: 'fleet', person: null };

export interface NewCashier extends Cashier {
  readonly pin: string;
}

export interface StaffPorts {
  readonly database: Database;
  readonly clock: Clock;
  readonly createId: CreateId;
  readonly audit: Audit;
  readonly log: Log;
  readonly pins: PinHasher;
  readonly sealer: PersonSealer;
  /** Null in tests: then only the ledger counts wrong PINs. */
  readonly attemptFile: PinAttemptFile | null;
  /** A copy of a ledger that is deleted after one approval; false by default. */
  readonly isTemporaryLedgerCopy?: boolean;
  /** Whether obvious PINs are refused for supervisors and owners, as in production. */
  readonly shouldRefuseObviousPins: boolean;
  /** Called with the current cashier after a sign-in, a sign-out, a lock, or a change of the staff. */
  readonly onSessionChange: (cashier: Cashier | null) => void;
  /** Monotonic milliseconds; `performance.now` if it is left out. */
  readonly uptime?: () => number;
}

/**
 * Managing the staff. `by` is the signed-in person: an owner manages everybody, a supervisor cashiers.
 */
export interface StaffManagement {
  /** All people, the disabled ones last. */
  list(): StaffMember[];
  add(
    person: { readonly id: string | null } & Omit<NewCashier, 'id'>,
    by: Cashier,
  ): Promise<Result<StaffMember>>;
  change(
    person: Cashier & { readonly pin: string | null },
    by: Cashier,
  ): Promise<Result<StaffMember>>;
  disable(input: ValidatedCallInput<'staff.disable'>, by: Cashier): Promise<Result<StaffMember>>;
  enable(input: ValidatedCallInput<'staff.enable'>, by: Cashier): Promise<Result<StaffMember>>;
  /**
   * Sets a new PIN for an owner if `authorizeReset` accepts the typed recovery key. Runs in the same queue as
   * PIN attempts, and wrong keys cost waits like wrong PINs.
   */
  resetPin(
    input: { readonly cashierId: string; readonly pin: string },
    authorizeReset: () => Promise<Result<unknown>>,
  ): Promise<Result<Record<string, never>>>;
  /** `by` is null if nobody is signed in; an approval is then required. */
  releaseLockOut(
    id: string,
    by: Cashier | null,
    approval: Approval | null,
  ): Promise<Result<Record<string, never>>>;
}

export interface Staff extends StaffManagement {
  /** Active cashiers, by name. */
  listActive(): Cashier[];
  /**
   * Wrong attempts cost a growing wait, and the tenth in a row locks out; both survive a restart.
   * Signing in over one's own lock restores the session, with its gift cards' codes.
   */
  signIn(cashierId: string, pin: string): Promise<Result<Cashier>>;
  /** Ends the session, or the session behind a lock that was set by key. */
  signOut(): void;
  /** Signs the cashier out behind the lock; does nothing if nobody is signed in. */
  lock(because: LockReason): void;
  /** The locked session; null if the till is not locked. */
  getLockState(): LockState;
  /**
   * Checks the PIN of a person who may do the act (`PERMISSIONS`), for one act and without a sign-in.
   * Wrong attempts cost the same.
   */
  approve(act: Permission, approval: Approval): Promise<Result<Cashier>>;
  /** Like `approve`, but for a person of any role, for example who takes over a drawer. */
  identify(approval: Approval): Promise<Result<Cashier>>;
  /**
   * Whether this cashier may perform the act, by role or with another person's PIN (`PERMISSIONS`).
   * `approver` is the person whose PIN allowed it; null if the role did. Writes no audit note: the
   * act's own note records the approver.
   */
  authorize(
    act: Permission,
    cashier: Cashier,
    approval: Approval | null,
  ): Promise<Result<{ readonly approver: Cashier | null }>>;
  /** The signed-in cashier; null if nobody is signed in or the till is locked. */
  getCurrentCashier(): Cashier | null;
  /** The signed-in cashier and the start of the session (ISO 8601, UTC); null if there is none. */
  getSession(): {
    readonly cashierId: string;
    readonly signedInAt: string;
    readonly role: Role;
  } | null;
  /** Adds these cashiers and disables all others, for a provisioning; records who did it. */
  replaceAll(cashiers: readonly NewCashier[], by: ProvisionedBy): Promise<void>;
}
