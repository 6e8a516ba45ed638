import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ok, type Result } from '../../../shared/contract/index.ts';
import {
  createChain,
  getSharedCluster,
  type TestChain,
} from '../../../tests/support/postgres/index.ts';
import type { AuditNote } from '../../ledger/audit/index.ts';
import { silentLog, systemClock } from '../../platform/index.ts';
import { type ChainAddress, type ChainConnection, connectToChain } from '../client/index.ts';
import { type ChainRow, pushChanges, startSession } from '../protocol/index.ts';
import { createSampleStatus } from '../protocol/testing/index.ts';
import { type ChainOwner, createChainOwner, type OfficeLogin } from './index.ts';

export interface TestOwner {
  readonly owner: ChainOwner;
  readonly notes: AuditNote[];
  readonly getSavedLogin: () => OfficeLogin | null;
}

interface OpenedTill {
  /** The till's login to the database. */
  readonly login: OfficeLogin;
  startSession(key?: string, head?: number, lostSession?: number | null): Promise<number>;
  push(rows: readonly ChainRow[], status?: object): Promise<void>;
}

export interface OwnedChain {
  readonly chain: TestChain;
  readonly office: ChainAddress;
  readonly folder: string;
  getOfficeLogin(): OfficeLogin;
  createOwner(address: Partial<ChainAddress> | null, login: OfficeLogin | null): TestOwner;
  /** An owner who is connected with the office login. */
  getConnectedOwner(): ChainOwner;
  /** A till that pushes rows, which are numbered as its ledger would number them. */
  openTill(shop: string, pos: string, joinsByCode?: boolean): Promise<OpenedTill>;
  close(): Promise<void>;
}

export function getValueOrThrow<Value>(result: Result<Value, unknown>): Value {
  if (!result.ok) throw new Error(JSON.stringify(result.problem));
  return result.value;
}

/** Creates a chain on the PostgreSQL of the tests, with an owner who can view it. */
export async function createOwnedChain(): Promise<OwnedChain> {
  const folder = mkdtempSync(join(tmpdir(), 'mostrador-chain-'));
  const chain = await createChain(await getSharedCluster());
  const office = await chain.createLogin('office');
  const connections: ChainConnection[] = [];

  function createOwner(
    address: Partial<ChainAddress> | null,
    login: OfficeLogin | null,
  ): TestOwner {
    let savedLogin = login;
    const notes: AuditNote[] = [];
    const note = (auditNote: AuditNote): void => void notes.push(auditNote);
    const owner = createChainOwner({
      settings: () => ({
        timeZone: 'America/Mexico_City',
        language: 'es-MX',
        chain: address && { ...office, ...address, shop: 'Centro' },
      }),
      vault: {
        read: async () => savedLogin,
        save: async (nextLogin) => {
          savedLogin = nextLogin;
          return ok(null);
        },
      },
      audit: { note, recordInTransaction: note },
      clock: systemClock,
      log: silentLog,
      folder,
    });
    return { owner, notes, getSavedLogin: () => savedLogin };
  }

  const getOfficeLogin = (): OfficeLogin => ({
    user: office.user,
    password: String(office.password),
  });
  const connectedOwner = (): ChainOwner => createOwner({}, getOfficeLogin()).owner;

  async function openTill(shop: string, pos: string, joinsByCode = false): Promise<OpenedTill> {
    const block = await (joinsByCode ? chain.joinTill(shop, pos) : chain.enrollTill(shop, pos));
    const login = { user: block.user, password: block.password };
    const connection = getValueOrThrow(await connectToChain(block));
    connections.push(connection);
    const ledger = randomUUID();
    let epochKey: string = randomUUID();
    let [session, acked] = [0, 0];
    const startTillSession: OpenedTill['startSession'] = async (
      key = epochKey,
      head = acked,
      lostSession = null,
    ) => {
      const marks = { [acked]: `mark-${acked}` };
      const answer = getValueOrThrow(
        await startSession(connection, {
          ledgerId: ledger,
          epochKey: key,
          newestChangeNumber: head,
          changeTokens: marks,
          lostSession,
        }),
      );
      epochKey = key;
      session = answer.session;
      acked = answer.acked;
      return session;
    };
    const push = async (rows: readonly ChainRow[], status = {}): Promise<void> => {
      const numbered = rows.map((row, index) => ({ ...row, n: acked + index + 1 }));
      const to = acked + rows.length;
      const backup_at = new Date().toISOString();
      const fullStatus = createSampleStatus({ pos, backup_at, ...status });
      const input = {
        sessionNumber: session,
        afterChangeNumber: acked,
        lastChangeNumber: to,
        lastChangeToken: `mark-${to}`,
        rows: numbered,
        status: fullStatus,
      };
      acked = getValueOrThrow(await pushChanges(connection, input)).acked;
    };
    await startTillSession();
    return { login, startSession: startTillSession, push };
  }

  return {
    chain,
    office,
    folder,
    getOfficeLogin,
    createOwner,
    getConnectedOwner: connectedOwner,
    openTill,
    close: async () => {
      for (const connection of connections) await connection.end();
      await chain.drop();
      rmSync(folder, { recursive: true });
    },
  };
}
