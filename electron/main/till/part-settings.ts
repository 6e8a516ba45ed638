import type { Language } from '../../../shared/contract/index.ts';
import { getCustomerRetentionDays, getVersionFacts } from '../../../shared/rules/index.ts';
import type { HeartbeatSettings } from '../../back-office/monitoring/index.ts';
import type { ShopAccountSettings } from '../../back-office/status/index.ts';
import type { CashSettings } from '../../counter/cash/index.ts';
import type { PaymentSettings } from '../../counter/payments/index.ts';
import type { ReceiptSettings } from '../../printing/index.ts';
import type { TillSettings } from '../../settings/index.ts';
import { hasDrawer, toReceiptShop } from './receipt-shop.ts';

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
