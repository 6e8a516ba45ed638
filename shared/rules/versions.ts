/**
 * The facts of each version of the service's interface. Every decision that depends on a version is
 * read here: a new version is one row, and an adapter in `electron/service` if its wire is new.
 */
export interface VersionFacts {
  /**
   * Whose wire it speaks, by the adapter in `electron/service`. 1: flat operations, every call a
   * POST. 3: GET for reads, bills as a resource.
   */
  readonly generation: 1 | 3;
  /** Its name for people; the country is added after it. */
  readonly number: string;
  /** Whose billers it has, by ISO 3166; null if it has those of several countries. */
  readonly country: VersionCountry | null;
  /** Of the shop's account, if the account names none or was never read. */
  readonly currency: 'MXN' | 'COP';
  /**
   * A walk-in pays a bill that a consultation created at the service: there are no single
   * operations.
   */
  readonly paysOnlyBills: boolean;
  /** Its capabilities: known before any request, and never found out by an error. */
  readonly capabilities: Capabilities;
}

/** The countries that have a version of their own, by ISO 3166. */
export type VersionCountry = 'MX' | 'CO';

export interface Capabilities {
  /** It tells beforehand what a top-up would bring. */
  readonly topUpCheck: boolean;
  /** It takes a payment back. */
  readonly cancel: boolean;
  /** It keeps bills for the shop. */
  readonly linkedBills: boolean;
  /** It takes any amount for the billers of the DRP agreement. */
  readonly drp: boolean;
  /** Its rows promise a status, in which a later refund can be seen. */
  readonly tellsStatus: boolean;
}

const GENERATION_1: Capabilities = {
  topUpCheck: true,
  cancel: true,
  linkedBills: false,
  drp: true,
  tellsStatus: false,
};
const GENERATION_3: Capabilities = {
  topUpCheck: false,
  cancel: false,
  linkedBills: true,
  drp: false,
  tellsStatus: true,
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
} as const satisfies Readonly<Record<string, VersionFacts>>;

/** As written in the Accept header, in the settings and in the ledger. */
export type ServiceVersion = keyof typeof VERSIONS;

export const SERVICE_VERSIONS = Object.keys(VERSIONS) as readonly ServiceVersion[];

/** Offered first, and assumed until a till is set up. */
export const DEFAULT_VERSION: ServiceVersion = 'v3.mx';

export function getVersionFacts(version: ServiceVersion): VersionFacts {
  return VERSIONS[version];
}
