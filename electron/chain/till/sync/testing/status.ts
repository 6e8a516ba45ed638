import type { PushedTillStatus } from '../../../protocol/index.ts';

/** The status of a till without problems. */
export function createPlainStatus(
  options: {
    readonly isAll: boolean;
    readonly isClosing: boolean;
    readonly doneNotices: readonly number[];
  },
  changes: Partial<PushedTillStatus> = {},
): PushedTillStatus {
  return {
    version: '1.0.0',
    pos: '07',
    until: null,
    closed: options.isAll && options.isClosing,
    open_since: null,
    unresolved: 0,
    papers: 0,
    backup_at: null,
    clock_offset: 0,
    audit_number: null,
    audit_digest: null,
    service: 'green',
    printer: 'green',
    hints: [...options.doneNotices],
    ...changes,
  };
}
