import type { LinkedBill } from '../../../../shared/contract/index.ts';
import { toSearchText } from '../../../../shared/text/index.ts';

/**
 * Returns the bills that contain every typed word in biller, account or holder. Case and accents
 * are ignored.
 */
export function filterBills(bills: readonly LinkedBill[], typed: string): readonly LinkedBill[] {
  const words = toSearchText(typed).split(/\s+/).filter(Boolean);
  return bills.filter((bill) => {
    const searchText = toSearchText(
      [bill.billerName, bill.accountNumber, bill.accountShown, bill.nameOnAccount ?? ''].join(' '),
    );
    return words.every((word) => searchText.includes(word));
  });
}
