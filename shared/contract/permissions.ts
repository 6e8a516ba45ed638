import type { Role } from './value-schemas.ts';

/**
 * Who may do what. Main enforces this table, and the screens use it to offer actions. Every signed-in
 * cashier may sell, look up and print; the actions listed here have their own rule.
 */
export interface PermissionRule {
  /** The lowest role that may do it. */
  readonly least: Role;
  /**
   * `role`: only people with that role. `override`: also others, with the PIN of a person who has
   * the role, for one action. `pin`: always with such a PIN, even for people who have the role.
   */
  readonly by: 'role' | 'override' | 'pin';
}

export const PERMISSIONS = {
  cancel: { least: 'supervisor', by: 'pin' },
  'close-by-hand': { least: 'supervisor', by: 'pin' },
  'release-cash': { least: 'supervisor', by: 'pin' },
  /** Settles a refund without moving money. */
  'decide-refund': { least: 'supervisor', by: 'pin' },
  'reprint-gift-card': { least: 'supervisor', by: 'pin' },
  'pay-in': { least: 'cashier', by: 'role' },
  'pay-out': { least: 'supervisor', by: 'override' },
  'open-drawer': { least: 'supervisor', by: 'override' },
  /** Shows the expected sum, which a cashier may not see before a blind count. */
  'x-report': { least: 'supervisor', by: 'override' },
  'z-reports': { least: 'supervisor', by: 'override' },
  staff: { least: 'supervisor', by: 'role' },
  'release-lock-out': { least: 'supervisor', by: 'override' },
  settings: { least: 'owner', by: 'override' },
  reconciliation: { least: 'supervisor', by: 'role' },
  /** Shows sales and earnings by cashier and biller. */
  earnings: { least: 'supervisor', by: 'role' },
  /** Sees the accounts, names and phones of returning customers unmasked. */
  'see-customers': { least: 'supervisor', by: 'role' },
  /** Deletes the stored data of one customer, or of all. */
  'forget-customer': { least: 'supervisor', by: 'override' },
  'forget-customers': { least: 'owner', by: 'pin' },
  audit: { least: 'supervisor', by: 'role' },
  backup: { least: 'owner', by: 'role' },
  /** Creates a new recovery key for the owner. */
  'recovery-key': { least: 'owner', by: 'pin' },
  /** Replaces the ledger with a backup. */
  restore: { least: 'supervisor', by: 'pin' },
  diagnostics: { least: 'supervisor', by: 'override' },
  /** Checks for an update, and installs it. */
  updates: { least: 'owner', by: 'role' },
  /** Reads the chain's database. */
  chain: { least: 'owner', by: 'role' },
} as const satisfies Readonly<Record<string, PermissionRule>>;

export type Permission = keyof typeof PERMISSIONS;

const ROLE_RANK: Readonly<Record<Role, number>> = { cashier: 0, supervisor: 1, owner: 2 };

export function isPermission(name: string): name is Permission {
  return Object.hasOwn(PERMISSIONS, name);
}

export function hasRole(role: Role, least: Role): boolean {
  return ROLE_RANK[role] >= ROLE_RANK[least];
}

/** Whether this role may do it without another person's PIN. Rules with `pin` require one anyway. */
export function hasPermission(role: Role, act: Permission): boolean {
  return hasRole(role, PERMISSIONS[act].least);
}
