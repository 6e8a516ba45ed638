import { SECRET_NAMES, type SettingsView } from '../../shared/contract/index.ts';
import type { Secrets, TillSettings } from './till-settings.ts';

/** The settings as they may be seen: of each secret, whether there is one. */
export function viewOf(ports: {
  readonly revision: number;
  readonly settings: TillSettings;
  /** Null if the vault does not open them. */
  readonly secrets: Secrets | null;
  readonly billerName: (id: number) => string | null;
}): SettingsView {
  const { revision, settings, billerName } = ports;
  const secrets = ports.secrets ?? {};
  const { shop, reconciliation, backup } = settings;
  const named = (ids: readonly number[] | undefined) =>
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
    cashOutBillers: named(settings.cashOutBillers),
    drpBillers: named(settings.drpBillers),
    customerFee: settings.customerFee ?? { kind: 'none' },
    shopCopy: settings.shopCopy ?? false,
    keepWalkInBills: settings.keepWalkInBills ?? false,
    lowBalance: settings.lowBalance ?? null,
    currency: settings.currency ?? null,
    lockAfterMinutes: settings.lockAfterMinutes ?? null,
    shifts: settings.shifts ?? 'automatic',
    drawers: settings.drawers ?? 'shared',
    reconciliation: reconciliation
      ? {
          timeZone: reconciliation.timeZone ?? null,
          host: reconciliation.host,
          port: reconciliation.port ?? null,
          user: reconciliation.user,
          folder: reconciliation.folder ?? null,
          uploads: reconciliation.uploads,
        }
      : null,
    backup: backup ? { folder: backup.folder, keep: backup.keep ?? null } : null,
  };
}
