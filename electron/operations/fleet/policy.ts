import type { FleetPolicy } from '../../main/till/index.ts';
import { isObject } from '../../settings/index.ts';

/**
 * What an administrator decides for the whole fleet, again and again: how the service and the chain's
 * database are reached, the printer, when and where the daily file goes, updates, the full screen and
 * the customer's screen. People, money and the till's name stay with the shop.
 */
const POLICY_FIELDS = [
  'baseUrl',
  'version',
  'caFile',
  'proxy',
  'printer',
  'reconciliation',
  'chain',
  'updates',
  'fullScreen',
  'customerScreen',
] as const;

export function toPolicy(provisioning: Readonly<Record<string, unknown>>): FleetPolicy {
  const named = POLICY_FIELDS.filter((name) => provisioning[name] !== undefined);
  return Object.fromEntries(named.map((name) => [name, provisioning[name]]));
}

/**
 * What changed between two policies, as a patch of the settings: what a person changed at the till
 * holds until the file says something new of that field. Null if nothing changed.
 */
export function buildPolicyPatch(
  before: FleetPolicy,
  after: FleetPolicy,
): Record<string, unknown> | null {
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => {
    const [from, to] = [before[name], after[name]];
    if (JSON.stringify(from) === JSON.stringify(to)) return [];
    if (to === undefined) return [[name, null] as const];
    // An object with a kind is another one as a whole; other fields stay as they are.
    if (!isObject(from) || !isObject(to) || 'kind' in to) return [[name, to] as const];
    return [[name, buildPolicyPatch(from, to)] as const];
  });
  return changed.length === 0 ? null : Object.fromEntries(changed);
}
