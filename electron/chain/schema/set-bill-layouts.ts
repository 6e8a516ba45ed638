import type { Provisioning } from '../../../shared/contract/index.ts';
import { type ChainAddress, type ChainResult, connectToChain } from '../client/index.ts';

/** Replaces what the chain knows of the bar codes of bills. `admin`: an administrator's login. */
export async function setBillLayouts(
  admin: ChainAddress,
  { billLayouts = [], billPatterns = [] }: Pick<Provisioning, 'billLayouts' | 'billPatterns'>,
): Promise<ChainResult<null>> {
  const connected = await connectToChain(admin);
  if (!connected.ok) return connected;
  try {
    const values = [JSON.stringify(billLayouts), JSON.stringify(billPatterns)];
    const answer = await connected.value.query('SELECT chain.set_bill_layouts_v1($1, $2)', values);
    return answer.ok ? { ok: true, value: null } : answer;
  } finally {
    await connected.value.end();
  }
}
