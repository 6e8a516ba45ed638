import {
  getServiceVersionInfo,
  SERVICE_VERSIONS,
  type ServiceVersion,
} from '../../shared/rules/index.ts';

/**
 * Versions by capability, so that the tests include a new row of the version table automatically.
 */

export const VERSIONS_WITH_LINKED_BILLS = SERVICE_VERSIONS.filter(
  (version) => getServiceVersionInfo(version).capabilities.hasLinkedBills,
);

/** The first of the versions that differ only in country and currency: v1.6, v3.3 and v3.mx. */
export const VERSION_PER_WIRE_FORMAT = SERVICE_VERSIONS.filter(
  (version, index) =>
    SERVICE_VERSIONS.findIndex(
      (candidate) => getWireFormat(candidate) === getWireFormat(version),
    ) === index,
);

function getWireFormat(version: ServiceVersion): string {
  const { generation, paysOnlyBills, capabilities } = getServiceVersionInfo(version);
  return JSON.stringify({ generation, paysOnlyBills, capabilities });
}
