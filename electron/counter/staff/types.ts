import type {
  Approval,
  CallReceived,
  LockReason,
  LockState,
  Permission,
  Result,
  Role,
  StaffMember,
} from '../../../shared/contract/index.ts';
import type { Audit } from '../../ledger/audit/index.ts';
import type { Database } from '../../ledger/index.ts';
import type { Clock, Log, NewId } from '../../platform/index.ts';
import type { PinHasher } from './pin-hasher.ts';

export interface Cashier {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
}

/**
 * Who brings a provisioning: whoever is signed in at the screen or gave a PIN on the command line, or,
 * if nobody can be, the way by which it came. If the ledger of a till that was set up is gone, nobody can be signed in at its
 * screen, because a new ledger knows nobody yet.
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
  readonly newId: NewId;
  readonly audit: Audit;
  readonly log: Log;
  readonly pins: PinHasher;
  /** If money is real, supervisors and owners may not have PINs that strangers try first. */
  readonly refusesObviousPins: boolean;
  /** Somebody came or went, the till was locked, or the staff changed. */
  readonly onSession: (cashier: Cashier | null) => void;
  /** Milliseconds of this run by a clock that nobody sets; the machine's if it is left out. */
  readonly uptime?: () => number;
}

/**
 * Managing the staff: `by` is whoever is signed in, an owner for all or a supervisor for cashiers.
 */
export interface StaffManagement {
  /** Everybody, those who are disabled last. */
  list(): StaffMember[];
  add(
    person: { readonly id: string | null } & Omit<NewCashier, 'id'>,
    by: Cashier,
  ): Promise<Result<StaffMember>>;
  change(
    person: Cashier & { readonly pin: string | null },
    by: Cashier,
  ): Promise<Result<StaffMember>>;
  disable(input: CallReceived<'staff.disable'>, by: Cashier): Promise<Result<StaffMember>>;
  enable(input: CallReceived<'staff.enable'>, by: Cashier): Promise<Result<StaffMember>>;
  /**
   * A new PIN for an owner if `check` finds that the recovery key that was typed is the till's; it is
   * asked in turn with PINs, and wrong keys cost waits as wrong PINs do.
   */
  resetPin(
    input: { readonly cashierId: string; readonly pin: string },
    check: () => Promise<Result<unknown>>,
  ): Promise<Result<Record<string, never>>>;
  /** `by` is null if nobody is signed in; there it takes an approval. */
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
   * Wrong tries cost a growing wait, and the tenth in a row locks out; both outlive a restart.
   * Whoever signs in over her own lock has the session that she had, gift cards' codes included.
   */
  signIn(cashierId: string, pin: string): Promise<Result<Cashier>>;
  /** Ends the session, or the one behind a lock that was set by key. */
  signOut(): void;
  /** Signs the cashier out behind the lock; does nothing if nobody is signed in. */
  lock(because: LockReason): void;
  /** Whose work waits behind the lock. */
  getLockState(): LockState;
  /** A supervisor's PIN for a single act: nobody is signed in by it. Wrong tries cost the same. */
  approve(approval: Approval): Promise<Result<Cashier>>;
  /**
   * Whose PIN this is, whatever the role: somebody takes something over. As `approve` otherwise.
   */
  identify(approval: Approval): Promise<Result<Cashier>>;
  /**
   * Whether this cashier may do this, by the role or by somebody else's PIN (`acts`). `approver` is
   * whose PIN allowed it; null if the role did. Nothing is written: the act's own note says it.
   */
  authorize(
    act: Permission,
    cashier: Cashier,
    approval: Approval | null,
  ): Promise<Result<{ readonly approver: Cashier | null }>>;
  /** Whoever is signed in and not locked. */
  current(): Cashier | null;
  /** Who is signed in, since when (ISO 8601, UTC); null while nobody is. */
  getSession(): { readonly cashierId: string; readonly since: string; readonly role: Role } | null;
  /** Adds these cashiers and disables all others, for a provisioning; notes who did it. */
  replaceAll(cashiers: readonly NewCashier[], by: ProvisionedBy): Promise<void>;
}
