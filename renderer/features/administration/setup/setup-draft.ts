import {
  type CallInput,
  createStaffId,
  type EnvironmentName,
  type Language,
  type Provisioning,
  provisioningSchema,
  type Role,
  type ServiceVersion,
} from '../../../../shared/contract/index.ts';
import type { Money } from '../../../../shared/money/index.ts';
import { DEFAULT_PAPER_COLUMNS, DEFAULT_SERVICE_VERSION } from '../../../../shared/rules/index.ts';
import {
  isPrinterFieldValid,
  type PrinterDraft,
  toPrinterSettings,
} from '../../../app/questions/index.ts';

export interface SetupPerson {
  readonly id: string;
  readonly name: string;
  readonly pin: string;
  readonly role: Role;
}

/** The wizard's answers: texts as typed. `keyCheck` belongs to the current keys only. */
export interface SetupDraft extends PrinterDraft {
  readonly environment: Exclude<EnvironmentName, 'training'>;
  readonly baseUrl: string;
  readonly vendor: string;
  readonly caFile: string;
  readonly proxy: string;
  readonly version: ServiceVersion;
  readonly apiKey: string;
  readonly secretKey: string;
  readonly keyCheck: { readonly accountName: string; readonly balance: Money } | null;
  readonly shopName: string;
  readonly address: string;
  readonly helpLine: string;
  readonly posNumber: string;
  readonly chainName: string;
  readonly timeZone: string;
  readonly people: readonly SetupPerson[];
}

/** The names of the typed text fields. */
export type SetupTextFieldName = {
  [Name in keyof SetupDraft]: SetupDraft[Name] extends string
    ? string extends SetupDraft[Name]
      ? Name
      : never
    : never;
}[keyof SetupDraft];

/** Changing one of these fields discards the result of the key check. */
const KEY_CHECK_FIELDS: readonly (keyof SetupDraft)[] = [
  'environment',
  'baseUrl',
  'vendor',
  'caFile',
  'proxy',
  'version',
  'apiKey',
  'secretKey',
];

export function createEmptySetupDraft(timeZone: string): SetupDraft {
  return {
    environment: 'sandbox',
    baseUrl: '',
    vendor: '',
    caFile: '',
    proxy: '',
    version: DEFAULT_SERVICE_VERSION,
    apiKey: '',
    secretKey: '',
    keyCheck: null,
    shopName: '',
    address: '',
    helpLine: '',
    posNumber: '',
    chainName: '',
    timeZone,
    printerKind: 'network',
    printerAddress: '',
    printerPath: '',
    printerFolder: '',
    printerModel: 'epson',
    columns: DEFAULT_PAPER_COLUMNS,
    printerDrawer: null,
    printerBaud: null,
    people: [],
  };
}

export function applySetupChanges(draft: SetupDraft, changes: Partial<SetupDraft>): SetupDraft {
  const next = { ...draft, ...changes };
  const isSame = KEY_CHECK_FIELDS.every((name) => next[name] === draft[name]);
  return isSame || changes.keyCheck !== undefined ? next : { ...next, keyCheck: null };
}

/** Whether the service client accepts the address: https, with a host. */
function isHttpsAddress(text: string): boolean {
  return URL.canParse(text) && /^https:\/\/[^\s/]/i.test(text);
}

/** Whether the provisioning schema accepts the value. */
export function isSetupFieldValid(name: SetupTextFieldName, value: string): boolean {
  const { shape } = provisioningSchema;
  const text = value.trim();
  switch (name) {
    case 'baseUrl':
      return isHttpsAddress(text) && shape.baseUrl.safeParse(text).success;
    case 'vendor':
      return shape.vendor.safeParse(text).success && text !== '';
    case 'apiKey':
    case 'secretKey':
      return text !== '' && shape[name].safeParse(text).success;
    case 'caFile':
    case 'proxy':
      return shape[name].safeParse(text).success;
    case 'shopName':
      return shape.shop.shape.name.safeParse(text).success;
    case 'address':
    case 'helpLine':
      return shape.shop.shape[name].safeParse(text).success;
    case 'posNumber':
    case 'chainName':
    case 'timeZone':
      return shape[name].safeParse(text).success;
    case 'printerAddress':
    case 'printerPath':
    case 'printerFolder':
      return isPrinterFieldValid(name, text);
  }
}

export function toApiKeyCheckInput(draft: SetupDraft): CallInput<'setup.checkKeys'> {
  return {
    environment: draft.environment,
    baseUrl: draft.baseUrl.trim(),
    vendor: draft.vendor.trim(),
    version: draft.version,
    apiKey: draft.apiKey.trim(),
    secretKey: draft.secretKey.trim(),
    caFile: draft.caFile.trim() || null,
    proxy: draft.proxy.trim() || null,
  };
}

/** Converts the draft to a provisioning file. Empty optional answers are omitted. */
export function toProvisioning(draft: SetupDraft, language: Language): Provisioning {
  const optional = (name: 'caFile' | 'proxy' | 'address' | 'helpLine') => {
    const text = draft[name].trim();
    return text === '' ? {} : { [name]: text };
  };
  return {
    environment: draft.environment,
    baseUrl: draft.baseUrl.trim(),
    ...optional('caFile'),
    ...optional('proxy'),
    vendor: draft.vendor.trim(),
    version: draft.version,
    apiKey: draft.apiKey.trim(),
    secretKey: draft.secretKey.trim(),
    chainName: draft.chainName.trim(),
    posNumber: draft.posNumber.trim(),
    timeZone: draft.timeZone,
    language,
    shop: { name: draft.shopName.trim(), ...optional('address'), ...optional('helpLine') },
    printer: toPrinterSettings(draft),
    cashiers: draft.people.map((person) => ({ ...person })),
  };
}

/** Returns an id derived from the person's name. */
export const createPersonId = createStaffId;
