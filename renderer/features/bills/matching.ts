import type { LinkedBill } from '../../../shared/contract/index.ts';
import { plain } from '../../../shared/text/index.ts';

/**
 * The bills in which every word that was typed stands: biller, account or holder, accents apart.
 */
export function matching(bills: readonly LinkedBill[], typed: string): readonly LinkedBill[] {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  return bills.filter((bill) => {
    const all = plain([bill.billerName, bill.accountNumber, bill.nameOnAccount ?? ''].join(' '));
    return words.every((word) => all.includes(word));
  });
}
