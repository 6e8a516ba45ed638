import type { Role, StaffMember } from '../../../../shared/contract/index.ts';

/** The open view of the staff page. */
export type StaffView =
  | { readonly at: 'list'; readonly done: string | null }
  | { readonly at: 'member'; readonly id: string; readonly done: string | null }
  /** Adding a person: role, name and PIN, in this order. */
  | { readonly at: 'new-role' }
  | { readonly at: 'new-name'; readonly role: Role; readonly name: string; readonly id: string }
  | { readonly at: 'new-pin'; readonly role: Role; readonly name: string; readonly id: string }
  | { readonly at: 'name'; readonly id: string }
  | { readonly at: 'role'; readonly id: string }
  /** Asks for a PIN, because the new role may override. */
  | { readonly at: 'role-pin'; readonly id: string; readonly role: Role }
  | { readonly at: 'pin'; readonly id: string }
  | { readonly at: 'enable-pin'; readonly id: string }
  | { readonly at: 'disable'; readonly id: string };

/** The views of one person. */
export type StaffMemberView = Exclude<
  Extract<StaffView, { readonly id: string }>,
  { readonly at: 'new-name' | 'new-pin' }
>;

export const STAFF_LIST_VIEW: StaffView = { at: 'list', done: null };

export const ROLES: readonly Role[] = ['cashier', 'supervisor', 'owner'];

/** An owner manages everybody, a supervisor manages cashiers, as in main. */
export function canManageStaffMember(
  managerRole: Role,
  member: Pick<StaffMember, 'role'>,
): boolean {
  return managerRole === 'owner' || (managerRole === 'supervisor' && member.role === 'cashier');
}
