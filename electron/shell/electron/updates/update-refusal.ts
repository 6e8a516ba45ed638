import type { UpdateRefusalReason } from '../../../../shared/contract/index.ts';
import { FeedRefusal } from './feed.ts';

/** Converts an error to the contract's reason; electron-updater uses its own error codes. */
export function toUpdateRefusal(error: unknown): UpdateRefusalReason {
  if (error instanceof FeedRefusal) return error.reason;
  switch (error instanceof Error && 'code' in error ? error.code : null) {
    case 'ERR_CHECKSUM_MISMATCH':
      return 'changed';
    case 'ERR_UPDATER_INVALID_SIGNATURE':
      return 'not-publisher';
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
      return 'disk-full';
    default:
      return 'broke-off';
  }
}
