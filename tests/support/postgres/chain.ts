import { X509Certificate } from 'node:crypto';
import {
  type ChainAddress,
  computeJoinFingerprint,
  formatJoinCode,
  parseDatabaseHost,
} from '../../../electron/chain/client/index.ts';
import {
  type ChainInitialization,
  type ChainTillProvisioning,
  createJoinLogin,
  createLoginOfGroup,
  enrollTill,
  initChain,
} from '../../../electron/chain/schema/index.ts';
import type { Cluster, TestDatabase } from './cluster.ts';

export type TestTill = ChainTillProvisioning;

/** A chain in its own database, created as its owner creates it. */
export interface TestChain {
  readonly database: TestDatabase;
  /** The address with the login that created the database. */
  readonly admin: ChainAddress;
  readonly initialized: ChainInitialization;
  enrollTill(shop?: string, pos?: string): Promise<TestTill>;
  /** A code as `chain join-code` prints it, for a server of this authority at this port. */
  createJoinCode(server?: { readonly caPem?: string; readonly port?: number }): Promise<string>;
  createLogin(group: 'office' | 'maker' | 'hook' | 'admin'): Promise<ChainAddress>;
  drop(): Promise<void>;
}

export async function createChain(cluster: Cluster): Promise<TestChain> {
  const admin = cluster.getAddress(cluster.createName('chain'), await cluster.createAdmin());
  const initialization = await initChain(admin);
  if (!initialization.ok) throw new Error(JSON.stringify(initialization.problem));
  const database = cluster.getDatabase(admin.database);
  let enrolledTills = 0;
  return {
    database,
    admin,
    initialized: initialization.value,
    enrollTill: async (shop = 'Centro', pos) => {
      enrolledTills += 1;
      const till = await enrollTill(admin, {
        shop,
        pos: pos ?? String(enrolledTills).padStart(2, '0'),
      });
      if (!till.ok) throw new Error(JSON.stringify(till.problem));
      return till.value;
    },
    createJoinCode: async ({ caPem = admin.ca, port } = {}) => {
      const login = await createJoinLogin(admin, { validForMs: 900_000 });
      if (!login.ok) throw new Error(JSON.stringify(login.problem));
      const server = parseDatabaseHost(admin.hosts[0] ?? '');
      return formatJoinCode({
        host: server.host,
        port: port ?? server.port,
        database: admin.database,
        fingerprint: computeJoinFingerprint(new X509Certificate(caPem).raw),
        secret: login.value.secret,
      });
    },
    createLogin: async (group) => {
      const login = await createLoginOfGroup(admin, group);
      if (!login.ok) throw new Error(JSON.stringify(login.problem));
      return { ...admin, ...login.value };
    },
    drop: async () => database.drop(),
  };
}
