import {
  applyDefaults,
  type Language,
  provisioningSchema,
} from '../../../shared/contract/index.ts';
import { getServiceVersionInfo } from '../../../shared/rules/index.ts';
import type { ReconciliationSettings } from '../../back-office/reconciliation/index.ts';
import type { ShopAccountSettings } from '../../back-office/status/index.ts';
import type { CashSettings } from '../../counter/cash/index.ts';
import type { PaymentSettings } from '../../counter/payments/index.ts';
import type { ReceiptSettings, ReceiptShop } from '../../printing/index.ts';
import type { EffectiveSettings } from '../../settings/index.ts';

/**
 * The settings that each part of a till receives: those that its own type names, and what is computed
 * from others.
 */

export function toReceiptSettings(till: EffectiveSettings, language: Language): ReceiptSettings {
  return {
    shop: toReceiptShop(till),
    posNumber: till.posNumber,
    timeZone: till.timeZone,
    language,
    environment: till.environment,
  };
}

export function toPaymentSettings(
  till: EffectiveSettings,
  shopCurrency: string,
  accountCurrency: string | null,
): PaymentSettings {
  return { ...till, shopCurrency, accountCurrency };
}

export function toCashSettings(
  till: EffectiveSettings,
  shopCurrency: string,
  language: Language,
): CashSettings {
  return {
    ...till,
    ...toReceiptSettings(till, language),
    shopCurrency,
    hasDrawer: hasDrawer(till),
  };
}

export function toShopAccountSettings(till: EffectiveSettings): ShopAccountSettings {
  return { ...till, fallbackCurrency: getServiceVersionInfo(till.version).currency };
}

export function toReconciliationSettings(till: EffectiveSettings): ReconciliationSettings {
  const { reconciliation, chainName, version, drpBillers, environment } = till;
  const { shape } = provisioningSchema.shape.reconciliation.unwrap();
  // The day of the chain ends also on a till that uploads nothing.
  const { timeZone, uploadTime, uploadZone } =
    reconciliation ?? applyDefaults(shape, {}, environment);
  return {
    chainName,
    timeZone,
    uploadHour: { time: uploadTime, zone: uploadZone },
    isUploading: reconciliation?.uploads ?? false,
    isUploadedByChain: till.chain !== undefined,
    hasDrp: getServiceVersionInfo(version).capabilities.hasDrp && drpBillers.length > 0,
    server: toUploadServer(till),
    posNumber: till.posNumber,
  };
}

/** The upload server of the daily file in these settings; null if none is set. */
export function toUploadServer({
  reconciliation,
}: Pick<EffectiveSettings, 'reconciliation'>): ReconciliationSettings['server'] {
  if (reconciliation === undefined) return null;
  const { host, port, user, folder, hostKey, mode } = reconciliation;
  return { host, port, user, folder, hostKey, fileMode: Number.parseInt(mode, 8) };
}

/** Whether a cash drawer is connected to the printer. */
function hasDrawer({ printer }: EffectiveSettings): boolean {
  return 'drawer' in printer && printer.drawer !== undefined;
}

/** The header of a receipt. */
function toReceiptShop({ shop }: EffectiveSettings): ReceiptShop {
  return {
    name: shop.name,
    ...(shop.address === null ? {} : { address: shop.address }),
    ...(shop.helpLine === null ? {} : { helpLine: shop.helpLine }),
    ...(shop.logoPng === undefined ? {} : { logoPng: shop.logoPng }),
  };
}
