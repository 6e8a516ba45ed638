import { randomBytes, X509Certificate } from 'node:crypto';
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
import { silentLog } from '../../../electron/platform/index.ts';
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
  /** Enrolls a till as a person does on the till itself, with a code. */
  joinTill(shop: string, pos: string): Promise<TestTill>;
  createLogin(group: 'office' | 'maker' | 'hook' | 'admin'): Promise<ChainAddress>;
  drop(): Promise<void>;
}

export async function createChain(cluster: Cluster): Promise<TestChain> {
  const admin = cluster.getAddress(cluster.createName('chain'), await cluster.createAdmin());
  const initialization = await initChain(admin);
  if (!initialization.ok) throw new Error(JSON.stringify(initialization.problem));
  return openChain(cluster, admin, initialization.value);
}

/** Returns a chain that `createChain` created in this cluster. */
export function openChain(
  cluster: Cluster,
  admin: ChainAddress,
  initialized: ChainInitialization,
): TestChain {
  const database = cluster.getDatabase(admin.database);
  let enrolledTills = 0;
  const createJoinCode: TestChain['createJoinCode'] = async ({ caPem = admin.ca, port } = {}) => {
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
  };
  return {
    database,
    admin,
    initialized,
    enrollTill: async (shop = 'Centro', pos) => {
      enrolledTills += 1;
      const till = await enrollTill(admin, {
        shop,
        pos: pos ?? String(enrolledTills).padStart(2, '0'),
      });
      if (!till.ok) throw new Error(JSON.stringify(till.problem));
      return till.value;
    },
    createJoinCode,
    joinTill: async (shop, pos) => {
      const { readChainInvitation } = await import('../../../electron/chain/till/gateway/index.ts');
      const till = {
        shop,
        environment: 'sandbox',
        chain: null,
        secrets: {},
        passwordKey: randomBytes(32),
      } as const;
      const invitation = await readChainInvitation(await createJoinCode(), till, silentLog);
      if (!invitation.ok) throw new Error(JSON.stringify(invitation.problem));
      const joined = await invitation.value.accept(pos);
      if (!joined.ok) throw new Error(JSON.stringify(joined.problem));
      const { hosts, database, ca, user = '', password = '' } = invitation.value.chain;
      return { hosts, database, ca, user, password, shop };
    },
    createLogin: async (group) => {
      const login = await createLoginOfGroup(admin, group);
      if (!login.ok) throw new Error(JSON.stringify(login.problem));
      return { ...admin, ...login.value };
    },
    drop: async () => database.drop(),
  };
}
