import type { UpdateRefusalReason } from '../../../../shared/contract/index.ts';

/** Thrown if a feed, or the installer that it names, is not accepted. */
export class UpdateRefusal extends Error {
  readonly reason: UpdateRefusalReason;

  constructor(reason: UpdateRefusalReason, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'UpdateRefusal';
    this.reason = reason;
  }
}

/** Converts an error to the contract's reason; electron-updater uses its own error codes. */
export function toUpdateRefusal(error: unknown): UpdateRefusalReason {
  if (error instanceof UpdateRefusal) return error.reason;
  switch (error instanceof Error && 'code' in error ? error.code : null) {
    case 'ERR_UPDATER_INVALID_UPDATE_INFO':
    case 'ERR_UPDATER_INVALID_VERSION':
      return 'not-a-feed';
    case 'ERR_CHECKSUM_MISMATCH':
      return 'changed';
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
      return 'disk-full';
    default:
      return 'broke-off';
  }
}
