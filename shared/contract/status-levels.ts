import type { CatalogState } from './catalog.ts';
import type { ChainSyncStatus, StatusLine } from './till.ts';

/** How a light looks, at the counter and from afar; colour and shape mean the same. */
export type StatusLevel = 'good' | 'asleep' | 'warning' | 'bad';

/** The same from afar, where there are three colours. */
export function toStatusColor(glow: StatusLevel): 'green' | 'yellow' | 'red' {
  switch (glow) {
    case 'good':
      return 'green';
    case 'asleep':
    case 'warning':
      return 'yellow';
    case 'bad':
      return 'red';
  }
}

/** Green only if the service answered within the last minute; main decides when that is over. */
export function getServiceStatusLevel(light: StatusLine['service']['light']): StatusLevel {
  switch (light) {
    case 'answering':
      return 'good';
    case 'not-asked':
    case 'slow':
    case 'dates-differ':
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

export function getPrinterStatusLevel(light: StatusLine['printer']['light']): StatusLevel {
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

/**
 * The till sells without its chain, and what is not sent is kept, so it only warns: red is what nobody
 * but a person can end.
 */
export function getChainStatusLevel(light: ChainSyncStatus): StatusLevel {
  switch (light) {
    case 'sent':
      return 'good';
    case 'not-asked':
      return 'asleep';
    case 'unreachable':
    case 'read-only':
    case 'full':
    case 'too-many':
    case 'newer':
    case 'older':
    case 'failed':
      return 'warning';
    case 'wrong-certificate':
    case 'refused':
    case 'no-password':
    case 'session-taken':
    case 'other-environment':
      return 'bad';
  }
}

export type BillerListsStatus = 'fresh' | 'stale' | 'coming' | 'part' | 'none';

/** Without lists of billers nothing can be charged; with some of them, only what they hold. */
export function getBillerListsStatus(status: StatusLine): BillerListsStatus {
  if (status.areListsComing) return 'coming';
  if (status.catalogAt === null) return 'none';
  if (status.missingLists.length > 0) return 'part';
  return status.isCatalogStale || status.areRatesStale ? 'stale' : 'fresh';
}

export function getBillerListsStatusLevel(word: BillerListsStatus): StatusLevel {
  if (word === 'fresh') return 'good';
  return word === 'stale' || word === 'coming' ? 'asleep' : 'bad';
}

export function isCatalogRefreshing(catalog: CatalogState | undefined): boolean {
  return catalog !== undefined && catalog.refreshing !== null;
}
