import { type TillSettings, toChainLocation, toUploadLocation } from '../../settings/index.ts';

/**
 * Returns the settings that support may see. They are listed individually, so that a new setting is
 * excluded until it has been reviewed.
 */
export function toReportableSettings(settings: TillSettings): object {
  const { shop, reconciliation, backup, chain } = settings;
  return {
    environment: settings.environment,
    baseUrl: settings.baseUrl ?? null,
    vendor: settings.vendor ?? null,
    version: settings.version,
    hasOwnCertificateAuthority: settings.caPem !== undefined,
    proxy: getHost(settings.proxy),
    deadlineSeconds: settings.deadlineSeconds ?? null,
    chainName: settings.chainName,
    posNumber: settings.posNumber,
    timeZone: settings.timeZone,
    language: settings.language,
    shop: { name: shop.name, helpLine: shop.helpLine ?? null, hasLogo: shop.logoPng !== undefined },
    printer: settings.printer,
    shopCopy: settings.shopCopy ?? false,
    receipts: settings.receipts ?? 'printed',
    customerFee: settings.customerFee ?? { kind: 'none' },
    keepWalkInBills: settings.keepWalkInBills ?? false,
    cashOutBillers: settings.cashOutBillers ?? [],
    drpBillers: settings.drpBillers ?? [],
    lowBalance: settings.lowBalance ?? null,
    currency: settings.currency ?? null,
    country: settings.country ?? null,
    lockAfterMinutes: settings.lockAfterMinutes ?? null,
    keepPrintedDays: settings.keepPrintedDays ?? null,
    keepCustomerDays: settings.keepCustomerDays ?? null,
    shifts: settings.shifts ?? null,
    drawers: settings.drawers ?? null,
    keypad: settings.keypad ?? null,
    theme: settings.theme ?? null,
    letters: settings.letters ?? null,
    sounds: settings.sounds ?? false,
    customerScreen: settings.customerScreen ?? null,
    reconciliation: reconciliation ? toUploadLocation(reconciliation) : null,
    chain: chain ? toChainLocation(chain) : null,
    heartbeat: settings.heartbeat ?? null,
    backup: backup ?? null,
    updates: settings.updates ?? null,
    fullScreen: settings.fullScreen ?? false,
  };
}

/** Returns only the host, because an address may contain a user name and a password. */
function getHost(address: string | undefined): string | null {
  if (address === undefined) return null;
  return URL.canParse(address) ? new URL(address).host : 'unreadable';
}
