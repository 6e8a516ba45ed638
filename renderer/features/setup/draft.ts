import {
  type CallInput,
  type EnvironmentName,
  type Language,
  type PRINTER_MODELS,
  type PrinterSettings,
  type Provisioning,
  provisioningSchema,
  type Role,
  type ServiceVersion,
} from '../../../shared/contract/index.ts';
import type { Money } from '../../../shared/money/index.ts';

export type PrinterModel = (typeof PRINTER_MODELS)[number];
export type Columns = PrinterSettings['columns'];

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly pin: string;
  readonly role: Role;
}

/** What the wizard has gathered. Texts as typed; `checked` holds only for the keys as they stand. */
export interface SetupDraft {
  readonly environment: Exclude<EnvironmentName, 'training'>;
  readonly baseUrl: string;
  readonly vendor: string;
  readonly caFile: string;
  readonly proxy: string;
  readonly version: ServiceVersion;
  readonly apiKey: string;
  readonly secretKey: string;
  readonly checked: { readonly accountName: string; readonly balance: Money } | null;
  readonly shopName: string;
  readonly address: string;
  readonly helpLine: string;
  readonly posNumber: string;
  readonly chainName: string;
  readonly timeZone: string;
  readonly printerKind: PrinterSettings['kind'];
  readonly printerAddress: string;
  readonly printerPath: string;
  readonly printerFolder: string;
  readonly printerModel: PrinterModel;
  readonly columns: Columns;
  readonly people: readonly Person[];
}

/** The fields that a person types. */
export type TextFieldName = {
  [Name in keyof SetupDraft]: SetupDraft[Name] extends string
    ? string extends SetupDraft[Name]
      ? Name
      : never
    : never;
}[keyof SetupDraft];

/** A change of any of these makes the keys unchecked again. */
const CHECKED_WITH: readonly (keyof SetupDraft)[] = [
  'environment',
  'baseUrl',
  'vendor',
  'caFile',
  'proxy',
  'version',
  'apiKey',
  'secretKey',
];

export function emptyDraft(timeZone: string): SetupDraft {
  return {
    environment: 'sandbox',
    baseUrl: '',
    vendor: '',
    caFile: '',
    proxy: '',
    version: 'v3.mx',
    apiKey: '',
    secretKey: '',
    checked: null,
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
    columns: 42,
    people: [],
  };
}

export function withChanges(draft: SetupDraft, changes: Partial<SetupDraft>): SetupDraft {
  const next = { ...draft, ...changes };
  const isSame = CHECKED_WITH.every((name) => next[name] === draft[name]);
  return isSame || changes.checked !== undefined ? next : { ...next, checked: null };
}

/** True for an address that the transport would take: https, with a host. */
export function isHttpsAddress(text: string): boolean {
  return URL.canParse(text) && /^https:\/\/[^\s/]/i.test(text);
}

/** `tcp://host:port`, the port left out or from 1 to 65535. */
export function isPrinterAddress(text: string): boolean {
  const match = /^tcp:\/\/([A-Za-z0-9._-]+|\[[0-9a-fA-F:]+\])(?::(\d{1,5}))?$/.exec(text);
  if (match === null) return false;
  const port = match[2];
  return port === undefined || (Number(port) >= 1 && Number(port) <= 65_535);
}

/** True when the field is as the provisioning file must have it. */
export function fits(name: TextFieldName, value: string): boolean {
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
      return isPrinterAddress(text);
    case 'printerPath':
      return fitsPrinter({ kind: 'path', path: text, model: 'epson', columns: 42 });
    case 'printerFolder':
      return fitsPrinter({ kind: 'pdf', folder: text, columns: 42 });
  }
}

function fitsPrinter(printer: PrinterSettings): boolean {
  return provisioningSchema.shape.printer.safeParse(printer).success;
}

export function printerOf(draft: SetupDraft): PrinterSettings {
  const { columns, printerModel: model } = draft;
  switch (draft.printerKind) {
    case 'screen':
      return { kind: 'screen', columns };
    case 'network':
      return { kind: 'network', address: draft.printerAddress.trim(), model, columns };
    case 'path':
      return { kind: 'path', path: draft.printerPath.trim(), model, columns };
    case 'pdf':
      return { kind: 'pdf', folder: draft.printerFolder.trim(), columns };
  }
}

/** Where the papers go, as it was typed; null for the screen. */
export function placeOf(printer: PrinterSettings): string | null {
  switch (printer.kind) {
    case 'screen':
      return null;
    case 'network':
      return printer.address;
    case 'path':
      return printer.path;
    case 'pdf':
      return printer.folder;
  }
}

export function keysToCheck(draft: SetupDraft): CallInput<'setup.checkKeys'> {
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

/** The draft as a provisioning file would say it; what was left empty is left out. */
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
    printer: printerOf(draft),
    cashiers: draft.people.map((one) => ({ ...one })),
  };
}

/** An id made of the name: `maria-jose`, and `maria-jose-2` for the next of that name. */
export function personId(name: string, taken: readonly string[]): string {
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 24);
  const base = plain === '' ? 'persona' : plain;
  for (let count = 1; ; count += 1) {
    const id = count === 1 ? base : `${base}-${count}`;
    if (!taken.includes(id)) return id;
  }
}
