import { type Approval, fail, ok, PERMISSIONS, type Result } from '../../shared/contract/index.ts';
import type { AuditPerson } from '../ledger/audit/index.ts';
import type { PrintingPorts } from './types.ts';

/**
 * Returns the person who approved that the code of a gift card comes out again; null if no approval is
 * needed.
 */
export async function resolveApprover(
  { approve }: Pick<PrintingPorts, 'approve'>,
  isNeeded: boolean,
  approval: Approval | null,
): Promise<Result<AuditPerson | null>> {
  if (!isNeeded) return ok(null);
  if (approval === null)
    return fail({ kind: 'not-allowed', needs: PERMISSIONS['reprint-gift-card'].minRole });
  return await approve('reprint-gift-card', approval);
}
