import type { Language } from '../../shared/contract/index.ts';
import { versionFacts } from '../../shared/rules/index.ts';
import type { CashSettings } from '../cash/index.ts';
import type { PaymentSettings } from '../payments/index.ts';
import type { ReceiptSettings } from '../printing/index.ts';
import type { TillSettings } from '../settings/index.ts';
import type { StatusSettings } from '../status/index.ts';
import { hasDrawer, shopOf } from './shop.ts';

/** What each part of a till is told of its settings, and what holds where nothing is set. */

export function paperSettingsOf(till: TillSettings, language: Language): ReceiptSettings {
  return {
    shop: shopOf(till),
    posNumber: till.posNumber,
    timeZone: till.timeZone,
    language,
    isTraining: till.environment === 'training',
  };
}

export function paymentSettingsOf(till: TillSettings, shopCurrency: string): PaymentSettings {
  return {
    posNumber: till.posNumber,
    customerFee: till.customerFee ?? { kind: 'none' },
    keepWalkInBills: till.keepWalkInBills ?? false,
    shopCopy: till.shopCopy ?? false,
    cashOutBillers: till.cashOutBillers ?? [],
    drpBillers: till.drpBillers ?? [],
    timeZone: till.timeZone,
    shopCurrency,
  };
}

export function cashSettingsOf(
  till: TillSettings,
  shopCurrency: string,
  language: Language,
): CashSettings {
  return {
    ...paperSettingsOf(till, language),
    shifts: till.shifts ?? 'automatic',
    drawers: till.drawers ?? 'shared',
    shopCurrency,
    hasDrawer: hasDrawer(till),
  };
}

export function statusSettingsOf(till: TillSettings): StatusSettings {
  return {
    lowBalance: till.lowBalance ?? null,
    currency: till.currency ?? null,
    fallbackCurrency: versionFacts(till.version).currency,
  };
}
