import type { Shop } from '../../printing/index.ts';
import type { TillSettings } from '../../settings/index.ts';

/** Whether a cash drawer is connected to the printer. */
export function hasDrawer({ printer }: TillSettings): boolean {
  return 'drawer' in printer && printer.drawer !== undefined;
}

/** The header of a receipt. */
export function toReceiptShop({ shop }: TillSettings): Shop {
  return {
    name: shop.name,
    ...(shop.address === undefined ? {} : { address: shop.address }),
    ...(shop.helpLine === undefined ? {} : { helpLine: shop.helpLine }),
    ...(shop.logoPng === undefined ? {} : { logoPng: shop.logoPng }),
  };
}
