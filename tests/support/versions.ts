import { SERVICE_VERSIONS, type ServiceVersion, versionFacts } from '../../shared/rules/index.ts';

/** Versions by what they can do, so that a new row of the table is tried without being listed here. */

export const WITH_LINKED_BILLS = SERVICE_VERSIONS.filter(
  (version) => versionFacts(version).capabilities.linkedBills,
);

/** The first of those that differ only in country and currency: v1.6, v3.3 and v3.mx. */
export const ONE_OF_EACH_WIRE = SERVICE_VERSIONS.filter(
  (version, at) => SERVICE_VERSIONS.findIndex((other) => wireOf(other) === wireOf(version)) === at,
);

function wireOf(version: ServiceVersion): string {
  const { generation, paysOnlyBills, capabilities } = versionFacts(version);
  return JSON.stringify({ generation, paysOnlyBills, capabilities });
}
