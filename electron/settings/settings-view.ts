import { SECRET_NAMES, type SettingsView } from '../../shared/contract/index.ts';
import { getCaFingerprint } from './named-files.ts';
import type { Secrets, TillSettings } from './till-settings.ts';

/** The settings as a person may see them: for each secret only whether it exists. */
export function toSettingsView(ports: {
  readonly revision: number;
  readonly settings: TillSettings;
  /** Null if the vault cannot open them. */
  readonly secrets: Secrets | null;
  readonly billerName: (id: number) => string | null;
}): SettingsView {
  const { revision, settings, billerName } = ports;
  const secrets = ports.secrets ?? {};
  const { shop, reconciliation, heartbeat, backup, updates, chain, customerScreen } = settings;
  const withNames = (ids: readonly number[] | undefined) =>
    (ids ?? []).map((id) => ({ id, name: billerName(id) }));
  return {
    held: SECRET_NAMES.filter((name) =>
      name === 'proxyPassword'
        ? secrets.proxy !== undefined && secrets.proxy !== settings.proxy
        : secrets[name] !== undefined,
    ),
    revision,
    environment: settings.environment,
    shop: {
      name: shop.name,
      address: shop.address ?? null,
      helpLine: shop.helpLine ?? null,
      hasLogo: shop.logoPng !== undefined,
    },
    posNumber: settings.posNumber,
    chainName: settings.chainName,
    timeZone: settings.timeZone,
    language: settings.language,
    service: {
      baseUrl: settings.baseUrl ?? null,
      vendor: settings.vendor ?? null,
      version: settings.version,
      hasCa: settings.caPem !== undefined,
      proxy: settings.proxy ?? null,
      deadlineSeconds: settings.deadlineSeconds ?? null,
    },
    printer: settings.printer,
    cashOutBillers: withNames(settings.cashOutBillers),
    drpBillers: withNames(settings.drpBillers),
    customerFee: settings.customerFee ?? { kind: 'none' },
    shopCopy: settings.shopCopy ?? false,
    receipts: settings.receipts ?? 'printed',
    keepWalkInBills: settings.keepWalkInBills ?? false,
    lowBalance: settings.lowBalance ?? null,
    currency: settings.currency ?? null,
    country: settings.country ?? null,
    lockAfterMinutes: settings.lockAfterMinutes ?? null,
    keepPrintedDays: settings.keepPrintedDays ?? null,
    keepCustomerDays: settings.keepCustomerDays ?? null,
    shifts: settings.shifts ?? 'automatic',
    drawers: settings.drawers ?? 'shared',
    keypad: settings.keypad ?? 'auto',
    theme: settings.theme ?? 'system',
    letters: settings.letters ?? 'normal',
    sounds: settings.sounds ?? false,
    fullScreen: settings.fullScreen ?? false,
    customerScreen: customerScreen ? { display: customerScreen.display ?? null } : null,
    reconciliation: reconciliation
      ? { ...toUploadLocation(reconciliation), user: reconciliation.user }
      : null,
    heartbeat: heartbeat
      ? { file: heartbeat.file, everySeconds: heartbeat.everySeconds ?? null }
      : null,
    backup: backup ? { folder: backup.folder, keep: backup.keep ?? null } : null,
    chain: chain
      ? {
          ...toChainLocation(chain),
          caFingerprint: getCaFingerprint(chain.ca) ?? '',
        }
      : null,
    updates: { feed: updates?.feed ?? null, by: updates?.by ?? 'owner' },
  };
}

/**
 * The part of a till's chain settings that may be displayed and reported: the database and the
 * till's role.
 */
export function toChainLocation({
  hosts,
  database,
  user,
  shop,
}: NonNullable<TillSettings['chain']>) {
  return { hosts, database, user, shop: shop ?? null };
}

/**
 * The part of the daily file's settings that may be displayed and reported: the time and the
 * server, but not the user.
 */
export function toUploadLocation(reconciliation: NonNullable<TillSettings['reconciliation']>) {
  return {
    timeZone: reconciliation.timeZone ?? null,
    uploadTime: reconciliation.uploadTime ?? null,
    uploadZone: reconciliation.uploadZone ?? null,
    host: reconciliation.host,
    port: reconciliation.port ?? null,
    folder: reconciliation.folder ?? null,
    hostKey: reconciliation.hostKey ?? null,
    mode: reconciliation.mode ?? null,
    uploads: reconciliation.uploads,
  };
}
