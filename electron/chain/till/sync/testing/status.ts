import type { PushedTillStatus } from '../../../protocol/index.ts';
import { createSampleStatus } from '../../../protocol/testing/index.ts';

/** The status of a till without problems. */
export function createPlainStatus(
  options: {
    readonly isEverythingPushed: boolean;
    readonly isClosing: boolean;
    readonly doneNotices: readonly number[];
  },
  changes: Partial<PushedTillStatus> = {},
): PushedTillStatus {
  return createSampleStatus({
    until: null,
    closed: options.isEverythingPushed && options.isClosing,
    audit_number: null,
    audit_digest: null,
    hints: [...options.doneNotices],
    ...changes,
  });
}
