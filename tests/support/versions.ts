import {
  getVersionFacts,
  SERVICE_VERSIONS,
  type ServiceVersion,
} from '../../shared/rules/index.ts';

/** Versions by what they can do, so that a new row of the table is tried without being listed here. */

export const VERSIONS_WITH_LINKED_BILLS = SERVICE_VERSIONS.filter(
  (version) => getVersionFacts(version).capabilities.linkedBills,
);

/** The first of those that differ only in country and currency: v1.6, v3.3 and v3.mx. */
export const VERSION_PER_WIRE_FORMAT = SERVICE_VERSIONS.filter(
  (version, at) =>
    SERVICE_VERSIONS.findIndex((other) => getWireFormat(other) === getWireFormat(version)) === at,
);

function getWireFormat(version: ServiceVersion): string {
  const { generation, paysOnlyBills, capabilities } = getVersionFacts(version);
  return JSON.stringify({ generation, paysOnlyBills, capabilities });
}
