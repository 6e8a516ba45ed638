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
  readonly grantedBy: 'role' | 'override' | 'pin';
}

export const PERMISSIONS = {
  cancel: { minRole: 'supervisor', grantedBy: 'pin' },
  'close-by-hand': { minRole: 'supervisor', grantedBy: 'pin' },
  'release-cash': { minRole: 'supervisor', grantedBy: 'pin' },
  /** Settles a refund that the service does not confirm. */
  'settle-unconfirmed-refund': { minRole: 'supervisor', grantedBy: 'pin' },
  /** Settles a refund without moving money. */
  'decide-refund': { minRole: 'supervisor', grantedBy: 'pin' },
  /** Sends a cash-out for which the drawer has too little cash. */
  'approve-short-drawer': { minRole: 'supervisor', grantedBy: 'pin' },
  'reprint-gift-card': { minRole: 'supervisor', grantedBy: 'pin' },
  'pay-in': { minRole: 'cashier', grantedBy: 'role' },
  'pay-out': { minRole: 'supervisor', grantedBy: 'override' },
  /** Puts cash into the safe. */
  drop: { minRole: 'cashier', grantedBy: 'role' },
  'open-drawer': { minRole: 'supervisor', grantedBy: 'override' },
  /** Shows the expected sum, which a cashier may not see before a blind count. */
  'x-report': { minRole: 'supervisor', grantedBy: 'override' },
  'z-reports': { minRole: 'supervisor', grantedBy: 'override' },
  staff: { minRole: 'supervisor', grantedBy: 'role' },
  'release-lock-out': { minRole: 'supervisor', grantedBy: 'override' },
  settings: { minRole: 'owner', grantedBy: 'override' },
  reconciliation: { minRole: 'supervisor', grantedBy: 'role' },
  /** Shows sales and earnings by cashier and biller. */
  earnings: { minRole: 'supervisor', grantedBy: 'role' },
  /** Sees the accounts, names and phones of returning customers unmasked. */
  'see-customers': { minRole: 'supervisor', grantedBy: 'role' },
  /** Deletes the stored data of one customer, or of all. */
  'forget-customer': { minRole: 'supervisor', grantedBy: 'override' },
  'forget-customers': { minRole: 'owner', grantedBy: 'pin' },
  /** Remembers the biller of a bar code's collector, and where the account stands in it. */
  'teach-bill-codes': { minRole: 'supervisor', grantedBy: 'override' },
  /** Ends a claim about a payment. */
  'close-claim': { minRole: 'supervisor', grantedBy: 'override' },
  /** Prints or saves the public key that checks the sheets of claims. */
  'evidence-key': { minRole: 'owner', grantedBy: 'role' },
  audit: { minRole: 'supervisor', grantedBy: 'role' },
  backup: { minRole: 'owner', grantedBy: 'role' },
  /** Creates a new recovery key for the owner. */
  'recovery-key': { minRole: 'owner', grantedBy: 'pin' },
  /** Replaces the ledger with a backup. */
  restore: { minRole: 'supervisor', grantedBy: 'pin' },
  diagnostics: { minRole: 'supervisor', grantedBy: 'override' },
  /** Checks for an update, and installs it. */
  updates: { minRole: 'owner', grantedBy: 'role' },
  /** Reads the chain's database. */
  chain: { minRole: 'owner', grantedBy: 'role' },
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
