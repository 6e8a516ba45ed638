import {
  provisioningSchema,
  type SettingsChange,
  type SettingsView,
} from '../../../shared/contract/index.ts';

type Change = Extract<SettingsChange, { section: 'reconciliation' }>;

/** What has been said about the daily file's server; texts as typed, secrets empty if they stay. */
export interface ReconciliationDraft {
  readonly host: string;
  readonly port: string;
  readonly user: string;
  readonly folder: string;
  readonly password: string;
  readonly keyPath: string;
  /** The key out of a file that was chosen. */
  readonly keyText: string | null;
  readonly hasPassword: boolean;
  readonly hasPrivateKey: boolean;
  readonly timeZone: string;
}

/** The zone of the business day where none is said. */
const CHAIN_ZONE = 'America/Chicago';
const { shape } = provisioningSchema.shape.reconciliation.unwrap();

export function reconciliationDraftOf({
  reconciliation: kept,
  held,
}: SettingsView): ReconciliationDraft {
  return {
    host: kept?.host ?? '',
    port: `${kept?.port ?? ''}`,
    user: kept?.user ?? '',
    folder: kept?.folder ?? '',
    password: '',
    keyPath: '',
    keyText: null,
    hasPassword: held.includes('sftpPassword'),
    hasPrivateKey: held.includes('sftpPrivateKey'),
    timeZone: kept?.timeZone ?? CHAIN_ZONE,
  };
}

export function serverFieldFits(name: 'host' | 'port' | 'user' | 'folder', typed: string): boolean {
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
  }
}

export function hasSecret(draft: ReconciliationDraft): boolean {
  const { password, keyPath, keyText, hasPassword, hasPrivateKey } = draft;
  return (
    hasPassword || hasPrivateKey || password !== '' || keyPath.trim() !== '' || keyText !== null
  );
}

/** What was not touched is left out, and stays. */
export function serverOf(
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
    timeZone: draft.timeZone,
    uploads,
    ...passwordOf(draft, held),
    ...privateKeyOf(draft, held),
  };
}

function passwordOf(
  { password, hasPassword }: ReconciliationDraft,
  held: SettingsView['held'],
): { password?: string | null } {
  if (password !== '') return { password };
  return held.includes('sftpPassword') && !hasPassword ? { password: null } : {};
}

function privateKeyOf(
  { keyPath, keyText, hasPrivateKey }: ReconciliationDraft,
  held: SettingsView['held'],
): Pick<NonNullable<Change['to']>, 'privateKey'> {
  if (keyText !== null) return { privateKey: { kind: 'text', text: keyText } };
  if (keyPath.trim() !== '') return { privateKey: { kind: 'path', path: keyPath.trim() } };
  return held.includes('sftpPrivateKey') && !hasPrivateKey ? { privateKey: null } : {};
}
