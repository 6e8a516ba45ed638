import type { ChainAddress } from '../../../electron/chain/till/client/index.ts';
import {
  type ChainBlock,
  type ChainInitialization,
  createLogin,
  enrollTill,
  initChain,
} from '../../../electron/chain/till/schema/index.ts';
import type { Cluster, TestDatabase } from './cluster.ts';

export type TestTill = ChainBlock;

/** A chain in a database of its own, made as an owner makes it. */
export interface TestChain {
  readonly database: TestDatabase;
  /** With the login that made it. */
  readonly admin: ChainAddress;
  readonly initialized: ChainInitialization;
  enroll(shop?: string, pos?: string): Promise<TestTill>;
  login(group: 'office' | 'maker' | 'hook' | 'admin'): Promise<ChainAddress>;
  drop(): Promise<void>;
}

export async function createChain(cluster: Cluster): Promise<TestChain> {
  const admin = cluster.getAddress(cluster.newName('chain'), await cluster.createAdmin());
  const made = await initChain(admin);
  if (!made.ok) throw new Error(JSON.stringify(made.problem));
  const database = cluster.database(admin.database);
  let enrolled = 0;
  return {
    database,
    admin,
    initialized: made.value,
    enroll: async (shop = 'Centro', pos) => {
      enrolled += 1;
      const till = await enrollTill(admin, { shop, pos: pos ?? String(enrolled).padStart(2, '0') });
      if (!till.ok) throw new Error(JSON.stringify(till.problem));
      return till.value;
    },
    login: async (group) => {
      const login = await createLogin(admin, group);
      if (!login.ok) throw new Error(JSON.stringify(login.problem));
      return { ...admin, ...login.value };
    },
    drop: async () => database.drop(),
  };
}
