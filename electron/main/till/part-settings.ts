import type { Language } from '../../../shared/contract/index.ts';
import {
  DEFAULT_CHAIN_TIME_ZONE,
  DEFAULT_FILE_MODE,
  DEFAULT_SFTP_PORT,
  DEFAULT_UPLOAD_TIME,
  getCustomerRetentionDays,
  getVersionFacts,
} from '../../../shared/rules/index.ts';
import type { HeartbeatSettings } from '../../back-office/monitoring/index.ts';
import type { ReconciliationSettings } from '../../back-office/reconciliation/index.ts';
import type { ShopAccountSettings } from '../../back-office/status/index.ts';
import type { CashSettings } from '../../counter/cash/index.ts';
import type { PaymentSettings } from '../../counter/payments/index.ts';
import type { ReceiptSettings, Shop } from '../../printing/index.ts';
import type { TillSettings } from '../../settings/index.ts';

/** The settings that each part of a till receives, with defaults for those that are not set. */

export function toReceiptSettings(till: TillSettings, language: Language): ReceiptSettings {
  return {
    shop: toReceiptShop(till),
    posNumber: till.posNumber,
    timeZone: till.timeZone,
    language,
    environment: till.environment,
  };
}

export function toPaymentSettings(
  till: TillSettings,
  shopCurrency: string,
  accountCurrency: string | null,
): PaymentSettings {
  return {
    posNumber: till.posNumber,
    customerFee: till.customerFee ?? { kind: 'none' },
    keepWalkInBills: till.keepWalkInBills ?? false,
    shopCopy: till.shopCopy ?? false,
    cashOutBillers: till.cashOutBillers ?? [],
    drpBillers: till.drpBillers ?? [],
    timeZone: till.timeZone,
    shopCurrency,
    accountCurrency,
  };
}

export function toCashSettings(
  till: TillSettings,
  shopCurrency: string,
  language: Language,
): CashSettings {
  return {
    ...toReceiptSettings(till, language),
    shifts: till.shifts ?? 'automatic',
    drawers: till.drawers ?? 'shared',
    shopCurrency,
    hasDrawer: hasDrawer(till),
  };
}

/** How many days the accounts of customers are stored; 0: not at all. */
export function toCustomerDays({ keepCustomerDays, environment }: TillSettings): number {
  return getCustomerRetentionDays(keepCustomerDays, environment);
}

export function toAccountSettings(till: TillSettings): ShopAccountSettings {
  return {
    lowBalance: till.lowBalance ?? null,
    currency: till.currency ?? null,
    fallbackCurrency: getVersionFacts(till.version).currency,
  };
}

const DEFAULT_HEARTBEAT_SECONDS = 60;

/** Null if no file is set. */
export function toHeartbeatSettings({ heartbeat }: TillSettings): HeartbeatSettings | null {
  if (heartbeat === undefined) return null;
  return {
    file: heartbeat.file,
    everySeconds: heartbeat.everySeconds ?? DEFAULT_HEARTBEAT_SECONDS,
  };
}

export function toReconciliationSettings(till: TillSettings): ReconciliationSettings {
  const { reconciliation, chainName, version, drpBillers = [] } = till;
  return {
    chainName,
    timeZone: reconciliation?.timeZone ?? DEFAULT_CHAIN_TIME_ZONE,
    uploadHour: {
      time: reconciliation?.uploadTime ?? DEFAULT_UPLOAD_TIME.time,
      zone: reconciliation?.uploadZone ?? DEFAULT_UPLOAD_TIME.zone,
    },
    uploads: reconciliation?.uploads ?? false,
    isOfChain: till.chain !== undefined,
    hasDrp: getVersionFacts(version).capabilities.drp && drpBillers.length > 0,
    server: toUploadServer(till),
    posNumber: till.posNumber,
  };
}

/** The upload server of the daily file in these settings; null if none is set. */
export function toUploadServer({ reconciliation }: TillSettings): ReconciliationSettings['server'] {
  if (reconciliation === undefined) return null;
  const { host, port = DEFAULT_SFTP_PORT, user, folder = '', hostKey = null } = reconciliation;
  const fileMode = Number.parseInt(reconciliation.mode ?? DEFAULT_FILE_MODE, 8);
  return { host, port, user, folder, hostKey, fileMode };
}

/** Whether a cash drawer is connected to the printer. */
function hasDrawer({ printer }: TillSettings): boolean {
  return 'drawer' in printer && printer.drawer !== undefined;
}

/** The header of a receipt. */
function toReceiptShop({ shop }: TillSettings): Shop {
  return {
    name: shop.name,
    ...(shop.address === undefined ? {} : { address: shop.address }),
    ...(shop.helpLine === undefined ? {} : { helpLine: shop.helpLine }),
    ...(shop.logoPng === undefined ? {} : { logoPng: shop.logoPng }),
  };
}
