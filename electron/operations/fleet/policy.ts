import { listSettingNamesWith } from '../../../shared/contract/index.ts';
import { isPlainObject } from '../../settings/index.ts';
import type { FleetPolicy } from '../till-port/index.ts';

/**
 * The fields that an administrator controls for the whole fleet. Cashiers, money and the till's name
 * are controlled by the shop.
 */
const POLICY_FIELDS = listSettingNamesWith('isFleetPolicy');

export function toFleetPolicy(provisioning: Readonly<Record<string, unknown>>): FleetPolicy {
  const names = POLICY_FIELDS.filter((name) => provisioning[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, provisioning[name]]));
}

/**
 * Returns the changes between two policies as a patch of the settings; null if nothing changed. A
 * change by a person at the till holds until the file changes that field.
 */
export function buildFleetPolicyPatch(
  previous: FleetPolicy,
  next: FleetPolicy,
): Record<string, unknown> | null {
  const changed = [...new Set([...Object.keys(previous), ...Object.keys(next)])].flatMap((name) => {
    const [from, to] = [previous[name], next[name]];
    if (JSON.stringify(from) === JSON.stringify(to)) return [];
    if (to === undefined) return [[name, null] as const];
    // An object with a `kind` is replaced as a whole; other fields keep their values.
    if (!isPlainObject(from) || !isPlainObject(to) || 'kind' in to) return [[name, to] as const];
    return [[name, buildFleetPolicyPatch(from, to)] as const];
  });
  return changed.length === 0 ? null : Object.fromEntries(changed);
}
