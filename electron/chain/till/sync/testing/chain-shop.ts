import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../../../ledger/index.ts';
import { insertIntentRow, openTestLedger } from '../../../../ledger/testing/index.ts';
import {
  createVirtualClock,
  silentLog,
  toIsoTime,
  type VirtualClock,
} from '../../../../platform/index.ts';
import type { WebhookNotice } from '../../../protocol/index.ts';
import { type ChainConnectResult, type ChainSync, createChainSync } from '../index.ts';
import { createPlainStatus } from './status.ts';

/** A till with a chain and a real ledger, whose payments are only rows. */
export interface ChainShop {
  readonly clock: VirtualClock;
  readonly database: Database;
  readonly till: ChainSync;
  readonly file: string;
  readonly lights: string[];
  readonly notices: WebhookNotice[];
  isSet: boolean;
  /** Inserts a sent payment and returns its id. */
  pay(): string;
  resolve(id: string, state: string): void;
  /** Ends the program as a power cut does, and starts it again. */
  restart(): void;
  /**
   * Ends the program as a power cut does, and returns the file of its ledger for another program;
   * call `restart` afterwards.
   */
  release(): string;
  /** Copies the ledger; the returned function puts the copy in its place and starts the program. */
  backUp(): () => void;
  /** Starts another computer with a copy of this one's profile. */
  clone(): ChainShop;
  /** The state of each payment in the ledger. */
  readStates(): Record<string, string>;
  advance(milliseconds: number): Promise<void>;
  close(): Promise<void>;
}

const OPEN_STATES: readonly string[] = ['intent', 'sent', 'unknown', 'unclear'];

export function createChainShop(
  connect: () => Promise<ChainConnectResult>,
  from: { readonly file: string; readonly clock: VirtualClock } | null = null,
): ChainShop {
  // Thousands of commits that do not test the disk: in memory if the machine has such a folder.
  const parentFolder = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  const folder = mkdtempSync(join(parentFolder, 'mostrador-chain-'));
  const file = join(folder, 'ledger.sqlite');
  const clock = from?.clock ?? createVirtualClock();
  if (from !== null) copyFileSync(from.file, file);
  let database = openTestLedger(file);
  let copies = 0;
  /** The life of the program that runs now. */
  let currentLife = { isOver: false };
  const now = (): string => toIsoTime(clock.now());
  const run = (sql: string, ...values: (string | number)[]): void => {
    database.commit(() => database.prepare(sql).run(...values));
  };
  if (from === null) {
    run(
      `INSERT INTO cashiers (id, name, role, pin_hash, created_at) VALUES ('ana', 'Ana', 'cashier', '', ?)`,
      now(),
    );
    run(`INSERT INTO ledger_identity VALUES (1, ?, 'sandbox', ?)`, randomUUID(), now());
  }

  const start = (): ChainSync => {
    const programDatabase = database;
    const programLife = { isOver: false };
    currentLife = programLife;
    const ledgerId = String(programDatabase.prepare('SELECT id FROM ledger_identity').get()?.id);
    const till = createChainSync({
      database: programDatabase,
      ledgerId: () => ledgerId,
      clock: {
        ...clock,
        after: (milliseconds, callback) =>
          clock.after(milliseconds, () => {
            if (!programLife.isOver) callback();
          }),
      },
      now: () => clock.now(),
      log: silentLog,
      isChainConfigured: () => shop.isSet,
      getChainKey: () => `${shop.isSet}`,
      connect: async () => withPowerCut(programLife, await connect()),
      onSessionStarted: async () => {},
      buildStatus: (options) =>
        createPlainStatus(options, {
          until: options.isEverythingPushed ? Math.floor(clock.now() / 1_000) : null,
          unresolved: Object.values(shop.readStates()).filter((state) =>
            OPEN_STATES.includes(state),
          ).length,
        }),
      onNotice: async (notice) => {
        shop.notices.push(notice);
        return true;
      },
      onChange: () => shop.lights.push(shop.till.getStatusLine()?.light ?? 'none'),
      random: () => 0.5,
    });
    till.start();
    return till;
  };

  let till: ChainSync | null = null;
  const powerCut = (): void => {
    if (currentLife.isOver) return;
    currentLife.isOver = true;
    database.close();
  };

  const shop: ChainShop = {
    clock,
    get database() {
      return database;
    },
    get till() {
      till ??= start();
      return till;
    },
    file,
    lights: [],
    notices: [],
    isSet: true,
    pay: () => {
      const id = randomUUID();
      database.commit(() => {
        if (!database.prepare(`SELECT 1 FROM shifts WHERE id = 'shift'`).get()) {
          database
            .prepare(
              `INSERT INTO shifts (id, number, opened_at, opened_by) VALUES ('shift', 1, ?, 'ana')`,
            )
            .run(now());
        }
        insertIntentRow(database, { id, at: now() });
        database.prepare(`INSERT INTO outcomes (intent_id, state) VALUES (?, 'sent')`).run(id);
      });
      shop.till.onLedgerChanged();
      return id;
    },
    resolve: (id, state) => {
      run(
        `UPDATE outcomes SET state = ?, authorization = ?, transaction_created_at = ?
         WHERE intent_id = ? AND state IN ('intent', 'sent', 'unknown', 'unclear')`,
        state,
        id.slice(0, 8),
        now(),
        id,
      );
      shop.till.onLedgerChanged();
    },
    release: () => {
      powerCut();
      return file;
    },
    restart: () => {
      powerCut();
      database = openTestLedger(file);
      till = start();
    },
    backUp: () => {
      copies += 1;
      const copy = join(folder, `copy-${copies}`);
      database.prepare(`VACUUM INTO '${copy}'`).run();
      return () => {
        powerCut();
        for (const suffix of ['', '-wal']) rmSync(`${file}${suffix}`, { force: true });
        copyFileSync(copy, file);
        database = openTestLedger(file);
        till = start();
      };
    },
    clone: () => {
      shop.backUp();
      return createChainShop(connect, { file: join(folder, `copy-${copies}`), clock });
    },
    readStates: () =>
      Object.fromEntries(
        database
          .prepare('SELECT intent_id, state FROM outcomes ORDER BY intent_id')
          .all()
          .map(({ intent_id: id, state }) => [String(id), String(state)]),
      ),
    advance: (milliseconds) => clock.advance(milliseconds),
    close: async () => {
      const stopped = till?.stop();
      await clock.advance(5_000);
      await stopped;
      database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  void shop.till;
  return shop;
}

/** A query that is pending at the power cut is never answered. */
function withPowerCut(
  programLife: { readonly isOver: boolean },
  connected: ChainConnectResult,
): ChainConnectResult {
  if (!connected.ok) return connected;
  const connection = connected.value;
  const never = new Promise<never>(() => {});
  return {
    ok: true,
    value: {
      ...connection,
      query: async (text, values, options) => {
        const answer = await connection.query(text, values, options);
        return programLife.isOver ? await never : answer;
      },
    },
  };
}
