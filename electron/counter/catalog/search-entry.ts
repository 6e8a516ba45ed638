import type { Biller } from '../../../shared/contract/index.ts';
import { type BillerMainName, parseBillerName } from './main-name.ts';

/**
 * A biller with its folded name, as the search compares it, and its main name. It is built for each
 * page as it arrives, so that the index is ready sooner after the last page.
 */
export interface BillerSearchEntry {
  readonly idText: string;
  readonly name: string;
  readonly mainName: BillerMainName;
  readonly biller: Biller;
}

export function toBillerSearchEntry(biller: Biller): BillerSearchEntry {
  return { ...parseBillerName(biller), idText: String(biller.id), biller };
}
