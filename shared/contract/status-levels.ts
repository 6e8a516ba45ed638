import type { CatalogState } from './catalog.ts';
import type { ChainSyncStatus, StatusLine } from './till.ts';

/** The severity of a status, at the counter and in remote management; sets colour and shape. */
export type StatusLevel = 'good' | 'asleep' | 'warning' | 'bad';

/** Maps a level to the three colours of remote management. */
export function toStatusColor(level: StatusLevel): 'green' | 'yellow' | 'red' {
  switch (level) {
    case 'good':
      return 'green';
    case 'asleep':
    case 'warning':
      return 'yellow';
    case 'bad':
      return 'red';
  }
}

/** `good` only if the service answered within the last minute; main decides when that ends. */
export function getServiceStatusLevel(status: StatusLine['service']['light']): StatusLevel {
  switch (status) {
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

export function getPrinterStatusLevel(status: StatusLine['printer']['light']): StatusLevel {
  switch (status) {
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
 * The till sells without its chain and stores unsent changes, so most failures are only warnings.
 * `bad` is for failures that need a person.
 */
export function getChainStatusLevel(status: ChainSyncStatus): StatusLevel {
  switch (status) {
    case 'sent':
      return 'good';
    case 'not-asked':
      return 'asleep';
    case 'daily-file-late':
    case 'unreachable':
    case 'read-only':
    case 'full':
    case 'too-many':
    case 'newer':
    case 'older':
    case 'failed':
      return 'warning';
    case 'daily-file-missing':
    case 'wrong-certificate':
    case 'refused':
    case 'no-password':
    case 'session-taken':
    case 'other-environment':
      return 'bad';
  }
}

export type BillerListsStatus = 'fresh' | 'stale' | 'coming' | 'part' | 'none';

/** Without biller lists the till cannot sell; with some of them, only the billers in them. */
export function getBillerListsStatus(status: StatusLine): BillerListsStatus {
  if (status.areListsComing) return 'coming';
  if (status.catalogAt === null) return 'none';
  if (status.missingLists.length > 0) return 'part';
  return status.isCatalogStale || status.areRatesStale ? 'stale' : 'fresh';
}

export function getBillerListsStatusLevel(status: BillerListsStatus): StatusLevel {
  if (status === 'fresh') return 'good';
  return status === 'stale' || status === 'coming' ? 'asleep' : 'bad';
}

export function isCatalogRefreshing(catalog: CatalogState | undefined): boolean {
  return catalog !== undefined && catalog.refreshing !== null;
}
