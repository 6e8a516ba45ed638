import { type ChainOwner, createChainOwner } from '../../../electron/chain/owner/index.ts';
import { silentLog, systemClock } from '../../../electron/platform/index.ts';
import { ok } from '../../../shared/contract/index.ts';
import type { TestChain } from '../../support/postgres/index.ts';

/** Creates the owner's views of a chain, each of which connects as on her till. */
export async function createBenchOwner(chain: TestChain, folder: string): Promise<ChainOwner> {
  const { hosts, database, ca, user, password } = await chain.createLogin('office');
  return createChainOwner({
    settings: () => ({
      timeZone: 'America/Mexico_City',
      language: 'es-MX',
      chain: { hosts, database, ca, shop: 'Centro' },
    }),
    vault: { read: async () => ({ user, password: String(password) }), save: async () => ok(null) },
    audit: { note: () => {}, recordInTransaction: () => {} },
    clock: systemClock,
    log: silentLog,
    folder,
  });
}
