import type { Role } from './value-schemas.ts';

/**
 * Who may do what. Main enforces this table, and the screens use it to offer actions. Every signed-in
 * cashier may sell, look up and print; the actions listed here have their own rule.
 */
export interface PermissionRule {
  /** The lowest role that may do it. */
  readonly minRole: Role;
  /**
   * `role`: only people with that role. `override`: also others, with the PIN of a person who has
   * the role, for one action. `pin`: always with such a PIN, even for people who have the role.
   */
  readonly by: 'role' | 'override' | 'pin';
}

export const PERMISSIONS = {
  cancel: { minRole: 'supervisor', by: 'pin' },
  'close-by-hand': { minRole: 'supervisor', by: 'pin' },
  'release-cash': { minRole: 'supervisor', by: 'pin' },
  /** Settles a refund that the service does not confirm. */
  'settle-unconfirmed-refund': { minRole: 'supervisor', by: 'pin' },
  /** Settles a refund without moving money. */
  'decide-refund': { minRole: 'supervisor', by: 'pin' },
  /** Sends a cash-out for which the drawer has too little cash. */
  'approve-short-drawer': { minRole: 'supervisor', by: 'pin' },
  'reprint-gift-card': { minRole: 'supervisor', by: 'pin' },
  'pay-in': { minRole: 'cashier', by: 'role' },
  'pay-out': { minRole: 'supervisor', by: 'override' },
  'open-drawer': { minRole: 'supervisor', by: 'override' },
  /** Shows the expected sum, which a cashier may not see before a blind count. */
  'x-report': { minRole: 'supervisor', by: 'override' },
  'z-reports': { minRole: 'supervisor', by: 'override' },
  staff: { minRole: 'supervisor', by: 'role' },
  'release-lock-out': { minRole: 'supervisor', by: 'override' },
  settings: { minRole: 'owner', by: 'override' },
  reconciliation: { minRole: 'supervisor', by: 'role' },
  /** Shows sales and earnings by cashier and biller. */
  earnings: { minRole: 'supervisor', by: 'role' },
  /** Sees the accounts, names and phones of returning customers unmasked. */
  'see-customers': { minRole: 'supervisor', by: 'role' },
  /** Deletes the stored data of one customer, or of all. */
  'forget-customer': { minRole: 'supervisor', by: 'override' },
  'forget-customers': { minRole: 'owner', by: 'pin' },
  audit: { minRole: 'supervisor', by: 'role' },
  backup: { minRole: 'owner', by: 'role' },
  /** Creates a new recovery key for the owner. */
  'recovery-key': { minRole: 'owner', by: 'pin' },
  /** Replaces the ledger with a backup. */
  restore: { minRole: 'supervisor', by: 'pin' },
  diagnostics: { minRole: 'supervisor', by: 'override' },
  /** Checks for an update, and installs it. */
  updates: { minRole: 'owner', by: 'role' },
  /** Reads the chain's database. */
  chain: { minRole: 'owner', by: 'role' },
} as const satisfies Readonly<Record<string, PermissionRule>>;

export type Permission = keyof typeof PERMISSIONS;

const ROLE_RANK: Readonly<Record<Role, number>> = { cashier: 0, supervisor: 1, owner: 2 };

export function isPermission(name: string): name is Permission {
  return Object.hasOwn(PERMISSIONS, name);
}

export function hasAtLeastRole(role: Role, minRole: Role): boolean {
  return ROLE_RANK[role] >= ROLE_RANK[minRole];
}

/** Whether this role may do it without another person's PIN. Rules with `pin` require one anyway. */
export function hasPermission(role: Role, permission: Permission): boolean {
  return hasAtLeastRole(role, PERMISSIONS[permission].minRole);
}
