import type { CatalogState, StatusLine } from '../../../shared/contract/index.ts';

/** How a light looks: its colour and its shape say the same. */
export type Glow = 'good' | 'asleep' | 'bad';

/** Only an answer within the last minute is green; main says when that is over. */
export function serviceGlow(light: StatusLine['service']['light']): Glow {
  switch (light) {
    case 'answering':
      return 'good';
    case 'not-asked':
    case 'slow':
      return 'asleep';
    case 'unreachable':
    case 'keys-refused':
    case 'no-keys':
    case 'not-ready':
    case 'clock-off':
    case 'unreadable':
      return 'bad';
  }
}

export function printerGlow(light: StatusLine['printer']['light']): Glow {
  switch (light) {
    case 'ready':
      return 'good';
    case 'not-asked':
    case 'paper-low':
      return 'asleep';
    case 'cover-open':
    case 'paper-out':
    case 'offline':
    case 'unreachable':
    case 'unusable':
    case 'error':
    case 'silent':
      return 'bad';
  }
}

export type ListsWord = 'fresh' | 'stale' | 'none';

export function listsWord(status: StatusLine): ListsWord {
  if (status.catalogAt === null) return 'none';
  return status.isCatalogStale || status.areRatesStale ? 'stale' : 'fresh';
}

export function listsGlow(word: ListsWord): Glow {
  return word === 'fresh' ? 'good' : word === 'stale' ? 'asleep' : 'bad';
}

export function isRefreshing(catalog: CatalogState | undefined): boolean {
  return catalog !== undefined && catalog.refreshing !== null;
}
