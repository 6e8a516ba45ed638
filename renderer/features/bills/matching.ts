import type { LinkedBill } from '../../../shared/contract/index.ts';
import { plain } from '../../../shared/text/index.ts';

/** The bills that contain every typed word in biller, account or holder; accents are ignored. */
export function matching(bills: readonly LinkedBill[], typed: string): readonly LinkedBill[] {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  return bills.filter((bill) => {
    const all = plain(
      [bill.billerName, bill.accountNumber, bill.accountShown, bill.nameOnAccount ?? ''].join(' '),
    );
    return words.every((word) => all.includes(word));
  });
}
