import type { Role } from './values.ts';

/**
 * Who may do what, declared once: main refuses by it, and the screens offer by it. Every cashier
 * who is signed in may sell, look up and print; what is named here needs more.
 */
export interface ActRule {
  /** The least role that may do it. */
  readonly least: Role;
  /**
   * `role`: whoever has the role, and nobody else. `override`: also anybody else, with the PIN of
   * one who has it, for this one act. `pin`: with such a PIN always, one's own included.
   */
  readonly by: 'role' | 'override' | 'pin';
}

export const acts = {
  cancel: { least: 'supervisor', by: 'pin' },
  'close-by-hand': { least: 'supervisor', by: 'pin' },
  'release-cash': { least: 'supervisor', by: 'pin' },
  'reprint-gift-card': { least: 'supervisor', by: 'pin' },
  'pay-in': { least: 'cashier', by: 'role' },
  'pay-out': { least: 'supervisor', by: 'override' },
  'open-drawer': { least: 'supervisor', by: 'override' },
  /** It shows what the drawer should hold: before a blind count a cashier may not see it. */
  'x-report': { least: 'supervisor', by: 'override' },
  'z-reports': { least: 'supervisor', by: 'override' },
  staff: { least: 'supervisor', by: 'role' },
  'release-lock-out': { least: 'supervisor', by: 'override' },
  settings: { least: 'owner', by: 'override' },
  reconciliation: { least: 'supervisor', by: 'role' },
  audit: { least: 'supervisor', by: 'role' },
  backup: { least: 'owner', by: 'role' },
  /** Puts a backup in the ledger's place. */
  restore: { least: 'supervisor', by: 'pin' },
  diagnostics: { least: 'supervisor', by: 'override' },
} as const satisfies Readonly<Record<string, ActRule>>;

export type Act = keyof typeof acts;

const RANK: Readonly<Record<Role, number>> = { cashier: 0, supervisor: 1, owner: 2 };

export function isAct(name: string): name is Act {
  return Object.hasOwn(acts, name);
}

export function hasRole(role: Role, least: Role): boolean {
  return RANK[role] >= RANK[least];
}

/** True if this role does it without anybody else's PIN; `pin` acts ask for one all the same. */
export function mayAct(role: Role, act: Act): boolean {
  return hasRole(role, acts[act].least);
}
