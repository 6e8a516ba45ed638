import {
  type PublicSettings,
  provisioningSchema,
  type SettingsPatch,
  type SettingsPatchFiles,
  type SettingsView,
} from '../../../../shared/contract/index.ts';

/**
 * The draft of the daily file's server settings: texts as typed. An empty secret stays unchanged.
 */
export interface ReconciliationDraft {
  readonly host: string;
  readonly port: string;
  readonly user: string;
  readonly folder: string;
  readonly hostKey: string;
  readonly mode: string;
  readonly password: string;
  readonly keyPath: string;
  /** The content of the chosen key file; null if none was chosen. */
  readonly keyText: string | null;
  readonly hasPassword: boolean;
  readonly hasPrivateKey: boolean;
  readonly timeZone: string;
  readonly uploadTime: string;
  readonly uploadZone: string;
}

const { shape } = provisioningSchema.shape.reconciliation.unwrap();

export function toReconciliationDraft(
  { reconciliation: settings }: PublicSettings,
  { held }: SettingsView,
): ReconciliationDraft {
  return {
    host: settings?.host ?? '',
    port: `${settings?.port ?? ''}`,
    user: settings?.user ?? '',
    folder: settings?.folder ?? '',
    hostKey: settings?.hostKey ?? '',
    mode: settings?.mode ?? '',
    password: '',
    keyPath: '',
    keyText: null,
    hasPassword: held.includes('sftpPassword'),
    hasPrivateKey: held.includes('sftpPrivateKey'),
    timeZone: settings?.timeZone ?? shape.timeZone.setting.default,
    uploadTime: settings?.uploadTime ?? shape.uploadTime.setting.default,
    uploadZone: settings?.uploadZone ?? shape.uploadZone.setting.default,
  };
}

export function isReconciliationFieldValid(
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

export function hasPasswordOrKey(draft: ReconciliationDraft): boolean {
  const { password, keyPath, keyText, hasPassword, hasPrivateKey } = draft;
  return (
    hasPassword || hasPrivateKey || password !== '' || keyPath.trim() !== '' || keyText !== null
  );
}

/**
 * Converts the draft to a patch. Secrets that were not changed are omitted, and main keeps them. A
 * key comes from its file.
 */
export function toReconciliationPatch(
  draft: ReconciliationDraft,
  { held }: SettingsView,
  uploads: boolean,
): NonNullable<SettingsPatch['reconciliation']> {
  const port = draft.port.trim();
  const isPasswordRemoved = held.includes('sftpPassword') && !draft.hasPassword;
  const isKeyRemoved = held.includes('sftpPrivateKey') && !draft.hasPrivateKey;
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
    ...(draft.password !== ''
      ? { password: draft.password }
      : isPasswordRemoved
        ? { password: null }
        : {}),
    ...(isKeyRemoved ? { privateKey: null } : {}),
  };
}

export function toReconciliationKeyFile({
  keyPath,
  keyText,
}: ReconciliationDraft): SettingsPatchFiles {
  const path = keyPath.trim();
  if (keyText !== null) return { 'reconciliation.privateKey': { kind: 'text', text: keyText } };
  return path === '' ? {} : { 'reconciliation.privateKey': { kind: 'path', path } };
}
