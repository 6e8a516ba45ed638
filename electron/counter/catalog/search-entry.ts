import type { Biller } from '../../../shared/contract/index.ts';
import { type MainName, parseBillerName } from './main-name.ts';

/**
 * A biller with its folded name, as the search compares it, and its main name. All of it is made
 * when the biller comes, page by page: not at the end of a refresh, when the index is waited for.
 */
export interface SearchEntry {
  readonly name: string;
  readonly main: MainName;
  readonly biller: Biller;
}

export function toSearchEntry(biller: Biller): SearchEntry {
  return { ...parseBillerName(biller), biller };
}
