/**
 * What each version of the service's interface supports, for every decision that depends on it. A new
 * version is one row, and an adapter in `electron/service` if its wire format is new.
 */
export interface ServiceVersionInfo {
  /**
   * Selects the adapter in `electron/service` for the wire format. 1: flat operations, every call is
   * a POST. 3: GET for reads, bills are a resource.
   */
  readonly generation: 1 | 3;
  /** The displayed number; the country is appended. */
  readonly number: string;
  /** ISO 3166 country of its billers; null if it has billers of several countries. */
  readonly country: VersionCountry | null;
  /** Currency of the shop's account, if the account returns none or was never read. */
  readonly currency: 'MXN' | 'COP';
  /** A walk-in payment needs a bill that a consult creates at the service: no direct operations. */
  readonly paysOnlyBills: boolean;
  /** Known before any request, so that nothing depends on an error response. */
  readonly capabilities: ServiceCapabilities;
}

/** The ISO 3166 countries with their own version. */
export type VersionCountry = 'MX' | 'CO';

export interface ServiceCapabilities {
  /** It returns the value of a top-up before payment. */
  readonly hasTopUpCheck: boolean;
  /** It can cancel payments. */
  readonly hasCancel: boolean;
  /** It stores bills for the shop. */
  readonly hasLinkedBills: boolean;
  /** It accepts any amount for the DRP billers. */
  readonly hasDrp: boolean;
  /** Its rows always have a status, which shows a later refund. */
  readonly hasTransactionStatus: boolean;
}

const GENERATION_1: ServiceCapabilities = {
  hasTopUpCheck: true,
  hasCancel: true,
  hasLinkedBills: false,
  hasDrp: true,
  hasTransactionStatus: false,
};
const GENERATION_3: ServiceCapabilities = {
  hasTopUpCheck: false,
  hasCancel: false,
  hasLinkedBills: true,
  hasDrp: false,
  hasTransactionStatus: true,
};

const VERSIONS = {
  'v1.6': {
    generation: 1,
    number: '1.6',
    country: null,
    currency: 'MXN',
    paysOnlyBills: false,
    capabilities: GENERATION_1,
  },
  'v3.3': {
    generation: 3,
    number: '3.3',
    country: null,
    currency: 'MXN',
    paysOnlyBills: true,
    capabilities: GENERATION_3,
  },
  'v3.mx': {
    generation: 3,
    number: '3',
    country: 'MX',
    currency: 'MXN',
    paysOnlyBills: false,
    capabilities: GENERATION_3,
  },
  'v3.co': {
    generation: 3,
    number: '3',
    country: 'CO',
    currency: 'COP',
    paysOnlyBills: false,
    capabilities: GENERATION_3,
  },
} as const satisfies Readonly<Record<string, ServiceVersionInfo>>;

/** As in the Accept header, the settings and the ledger. */
export type ServiceVersion = keyof typeof VERSIONS;

export const SERVICE_VERSIONS = Object.keys(VERSIONS) as readonly ServiceVersion[];

/** Offered first, and used until a till is set up. */
export const DEFAULT_SERVICE_VERSION: ServiceVersion = 'v3.mx';

export function getServiceVersionInfo(version: ServiceVersion): ServiceVersionInfo {
  return VERSIONS[version];
}
