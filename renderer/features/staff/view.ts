import type { Role, StaffMember } from '../../../shared/contract/index.ts';

/** Where in the room one stands. */
export type StaffView =
  | { readonly at: 'list'; readonly done: string | null }
  | { readonly at: 'member'; readonly id: string; readonly done: string | null }
  /** Somebody new: the role, the name, the PIN, one after the other. */
  | { readonly at: 'new-role' }
  | { readonly at: 'new-name'; readonly role: Role; readonly name: string; readonly id: string }
  | { readonly at: 'new-pin'; readonly role: Role; readonly name: string; readonly id: string }
  | { readonly at: 'name'; readonly id: string }
  | { readonly at: 'role'; readonly id: string }
  /** Into a role that overrides. */
  | { readonly at: 'role-pin'; readonly id: string; readonly role: Role }
  | { readonly at: 'pin'; readonly id: string }
  | { readonly at: 'enable-pin'; readonly id: string }
  | { readonly at: 'disable'; readonly id: string };

export const LIST: StaffView = { at: 'list', done: null };

export const ROLES: readonly Role[] = ['cashier', 'supervisor', 'owner'];

/** An owner sees to everybody, a supervisor to cashiers: as main has it. */
export function mayManage(by: Role, member: Pick<StaffMember, 'role'>): boolean {
  return by === 'owner' || (by === 'supervisor' && member.role === 'cashier');
}
