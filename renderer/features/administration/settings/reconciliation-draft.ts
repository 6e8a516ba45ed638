import {
  provisioningSchema,
  type SettingsChange,
  type SettingsView,
} from '../../../../shared/contract/index.ts';
import { DEFAULT_CHAIN_TIME_ZONE, DEFAULT_UPLOAD_TIME } from '../../../../shared/rules/index.ts';

type Change = Extract<SettingsChange, { section: 'reconciliation' }>;

/** The answers about the daily file's server; texts as typed, a secret is empty if it stays. */
export interface ReconciliationDraft {
  readonly host: string;
  readonly port: string;
  readonly user: string;
  readonly folder: string;
  readonly hostKey: string;
  readonly mode: string;
  readonly password: string;
  readonly keyPath: string;
  /** The key from a chosen file. */
  readonly keyText: string | null;
  readonly hasPassword: boolean;
  readonly hasPrivateKey: boolean;
  readonly timeZone: string;
  readonly uploadTime: string;
  readonly uploadZone: string;
}

const { shape } = provisioningSchema.shape.reconciliation.unwrap();

export function toReconciliationDraft({
  reconciliation: kept,
  held,
}: SettingsView): ReconciliationDraft {
  return {
    host: kept?.host ?? '',
    port: `${kept?.port ?? ''}`,
    user: kept?.user ?? '',
    folder: kept?.folder ?? '',
    hostKey: kept?.hostKey ?? '',
    mode: kept?.mode ?? '',
    password: '',
    keyPath: '',
    keyText: null,
    hasPassword: held.includes('sftpPassword'),
    hasPrivateKey: held.includes('sftpPrivateKey'),
    timeZone: kept?.timeZone ?? DEFAULT_CHAIN_TIME_ZONE,
    uploadTime: kept?.uploadTime ?? DEFAULT_UPLOAD_TIME.time,
    uploadZone: kept?.uploadZone ?? DEFAULT_UPLOAD_TIME.zone,
  };
}

export function isServerFieldValid(
  name: 'host' | 'port' | 'user' | 'folder' | 'hostKey' | 'mode',
  typed: string,
): boolean {
  const value = typed.trim();
  switch (name) {
    case 'host':
      return /^[^\s/]+$/.test(value) && shape.host.safeParse(value).success;
    case 'user':
      return value !== '' && shape.user.safeParse(value).success;
    case 'port':
      return value === '' || shape.port.safeParse(Number(value)).success;
    case 'folder':
      return shape.folder.safeParse(value).success;
    case 'hostKey':
      return value === '' || shape.hostKey.safeParse(value).success;
    case 'mode':
      return value === '' || shape.mode.safeParse(value).success;
  }
}

/** `4:10` and `0410` are read as `04:10`, because a keypad has no colon. */
function parseTypedTime(typed: string): string {
  const [, hours = '', minutes = ''] = /^(\d{1,2}):?(\d{2})$/.exec(typed.trim()) ?? [];
  return hours === '' ? typed.trim() : `${hours.padStart(2, '0')}:${minutes}`;
}

export function isUploadTimeValid(typed: string): boolean {
  return shape.uploadTime.unwrap().safeParse(parseTypedTime(typed)).success;
}

export function hasSecret(draft: ReconciliationDraft): boolean {
  const { password, keyPath, keyText, hasPassword, hasPrivateKey } = draft;
  return (
    hasPassword || hasPrivateKey || password !== '' || keyPath.trim() !== '' || keyText !== null
  );
}

/** Untouched values are left out and stay. */
export function toServerSettings(
  draft: ReconciliationDraft,
  { held }: SettingsView,
  uploads: boolean,
): NonNullable<Change['to']> {
  const port = draft.port.trim();
  return {
    host: draft.host.trim(),
    port: port === '' ? null : Number(port),
    user: draft.user.trim(),
    folder: draft.folder.trim() || null,
    hostKey: draft.hostKey.trim() || null,
    mode: draft.mode.trim() || null,
    timeZone: draft.timeZone,
    uploadTime: parseTypedTime(draft.uploadTime),
    uploadZone: draft.uploadZone,
    uploads,
    ...toPasswordChange(draft, held),
    ...toPrivateKeyChange(draft, held),
  };
}

function toPasswordChange(
  { password, hasPassword }: ReconciliationDraft,
  held: SettingsView['held'],
): { password?: string | null } {
  if (password !== '') return { password };
  return held.includes('sftpPassword') && !hasPassword ? { password: null } : {};
}

function toPrivateKeyChange(
  { keyPath, keyText, hasPrivateKey }: ReconciliationDraft,
  held: SettingsView['held'],
): Pick<NonNullable<Change['to']>, 'privateKey'> {
  if (keyText !== null) return { privateKey: { kind: 'text', text: keyText } };
  if (keyPath.trim() !== '') return { privateKey: { kind: 'path', path: keyPath.trim() } };
  return held.includes('sftpPrivateKey') && !hasPrivateKey ? { privateKey: null } : {};
}
