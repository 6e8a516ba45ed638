import type { Biller } from '../../../shared/contract/index.ts';
import { type MainName, parseBillerName } from './main-name.ts';

/**
 * A biller with its folded name, as the search compares it, and its main name. It is built for each
 * page as it arrives, so that the index is ready sooner after the last page.
 */
export interface SearchEntry {
  readonly idText: string;
  readonly name: string;
  readonly main: MainName;
  readonly biller: Biller;
}

export function toSearchEntry(biller: Biller): SearchEntry {
  return { ...parseBillerName(biller), idText: String(biller.id), biller };
}
