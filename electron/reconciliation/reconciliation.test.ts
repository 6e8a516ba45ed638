import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ok } from '../../shared/contract/index.ts';
import { readDailyFile } from '../../tests/support/read-daily-file.ts';
import { createAudit } from '../audit/index.ts';
import { readAttempts } from '../ledger/index.ts';
import { silentLog, type VirtualClock, virtualClock } from '../platform/index.ts';
import type { BillPaymentService, Transaction } from '../service/index.ts';
import { type FilledLedger, openLedger } from './ledger.fixture.ts';
import type { ReconciliationSettings } from './ports.ts';
import { createReconciliation, type Reconciliation } from './reconciliation.ts';
import { type OpenServer, UploadFailure, type UploadProblem } from './server.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const ANA = { id: 'ana', name: 'Ana' };
const KEY = { keyType: 'ssh-ed25519', fingerprint: `SHA256:${'a'.repeat(43)}` };
const OTHER_KEY = { keyType: 'ssh-ed25519', fingerprint: `SHA256:${'b'.repeat(43)}` };

/** What stands in for the SFTP server; the real one is met in `upload.test.ts`. */
interface FakeServer {
  readonly files: Map<string, Buffer>;
  trouble: UploadProblem['reason'] | null;
  /** The connection breaks at the rename, and the file is there. */
  losesAnswer: boolean;
  key: typeof KEY;
  opened: number;
  readonly open: OpenServer;
}

function fakeServer(): FakeServer {
  const files = new Map<string, Buffer>();
  const digest = async (name: string): Promise<string> => {
    const { createHash } = await import('node:crypto');
    return createHash('sha256')
      .update(files.get(name) ?? '')
      .digest('hex');
  };
  const server: FakeServer = {
    files,
    trouble: null,
    losesAnswer: false,
    key: KEY,
    opened: 0,
    open: async (_address, _secrets, { isConfirmed, keyType }) => {
      server.opened += 1;
      if (!isConfirmed(server.key)) {
        const reason = keyType === null ? 'host-key-new' : 'host-key-changed';
        throw new UploadFailure(reason, server.key.fingerprint);
      }
      if (server.trouble !== null) throw new UploadFailure(server.trouble);
      let isBroken = false;
      return {
        sizeOf: async (name) => {
          if (isBroken) throw new UploadFailure('broke-off');
          return files.get(name)?.length ?? null;
        },
        digestOf: digest,
        put: async (path, name) => void files.set(name, readFileSync(path)),
        rename: async (from, to) => {
          const content = files.get(from);
          if (content === undefined || files.has(to)) throw new UploadFailure('server-error');
          files.set(to, content);
          files.delete(from);
          isBroken = server.losesAnswer;
          if (isBroken) throw new UploadFailure('broke-off');
        },
        remove: async (name) => void files.delete(name),
        close: () => {},
      };
    },
  };
  return server;
}

describe('the daily file of a till', () => {
  let ledger: FilledLedger;
  let clock: VirtualClock;
  let server: FakeServer;
  let folder: string;
  let settings: ReconciliationSettings;
  let listed: Transaction[];
  let lastAnswerAt: number | null;
  let isSilent: boolean;
  let clockOff: number;
  let reconciliation: Reconciliation;

  /** Noon in Chicago, on Friday the 20th. */
  const FRIDAY = Date.UTC(2026, 10, 20, 18);
  const FRIDAYS_FILE = 'lupita_20261121.txt';

  beforeEach(() => {
    ledger = openLedger();
    clock = virtualClock(FRIDAY);
    server = fakeServer();
    folder = mkdtempSync(join(tmpdir(), 'till-daily-'));
    listed = [];
    lastAnswerAt = FRIDAY;
    isSilent = false;
    clockOff = 0;
    settings = {
      chainName: 'lupita',
      timeZone: 'America/Chicago',
      server: { host: 'sftp.example', port: 22, user: 'lupita', folder: '' },
      uploads: true,
      hasDrp: true,
    };
    reconciliation = open();
  });
  afterEach(async () => {
    await reconciliation.stop();
    ledger.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  function open(): Reconciliation {
    const service = {
      get health() {
        return { lastAnswerAt, lastTroubleAt: null, trouble: null, clockOffset: clockOff };
      },
      stamp: () => clock.now() + clockOff,
      account: async () => {
        if (!isSilent) lastAnswerAt = clock.now();
      },
      listTransactions: async (page: number) =>
        ok({ page, transactions: listed, unreadable: 0, totalPages: 1, hasNext: false }),
    } as unknown as BillPaymentService;
    return createReconciliation({
      database: ledger.database,
      clock,
      log: silentLog,
      audit: createAudit({ database: ledger.database, clock }),
      service: () => service,
      settings: () => settings,
      secrets: async () => ({ password: 'secreta', privateKey: null }),
      folder: join(folder, 'daily-files'),
      exportsFolder: join(folder, 'exports'),
      onChange: () => {},
      openServer: server.open,
    });
  }

  /** The till has been uploading since Friday, and the key is known. */
  async function begin(): Promise<void> {
    await reconciliation.check();
    await reconciliation.checkServer();
    expect(reconciliation.confirmHostKey(KEY.fingerprint, ANA)).toMatchObject({ ok: true });
    await reconciliation.check();
  }
  async function goTo(time: number): Promise<void> {
    clock.jump(time - clock.now());
    await reconciliation.check();
  }
  const stateOf = (day: string): string | undefined =>
    reconciliation.days(null).days.find((one) => one.day === day)?.state;
  const fileOf = (name: string) => readDailyFile(server.files.get(name) ?? Buffer.alloc(0));
  const DUE = Date.UTC(2026, 10, 21, 10);

  it('goes out at 04:00 of the chain, and not before', async () => {
    ledger.add({ sentAt: FRIDAY });
    await begin();
    await goTo(DUE - MINUTE);
    expect(stateOf('2026-11-20')).toBe('waiting');
    expect(server.files.size).toBe(0);
    await clock.advance(MINUTE);
    await reconciliation.check();
    expect(stateOf('2026-11-20')).toBe('uploaded');
    expect(fileOf(FRIDAYS_FILE)).toMatchObject({
      date: '20261121',
      registers: [{ createdAt: '2026-11-20T18:00:00', posNumber: '07' }],
    });
    expect(reconciliation.missing()).toEqual({ days: 0, oldest: null });
  });

  it('has its own file for each day that was missed, also where nothing was sold', async () => {
    await begin();
    await reconciliation.stop();
    ledger.add({ sentAt: FRIDAY + DAY });
    reconciliation = open();
    await goTo(FRIDAY + 4 * DAY);
    expect([...server.files.keys()].sort()).toEqual(
      ['21', '22', '23', '24'].map((day) => `lupita_202611${day}.txt`),
    );
    expect(fileOf(FRIDAYS_FILE).registers).toEqual([]);
    expect(fileOf('lupita_20261122.txt').registers).toHaveLength(1);
  });

  it('is nobody’s duty where the till does not upload, and can be seen and saved all the same', async () => {
    settings = { ...settings, uploads: false };
    ledger.add({ sentAt: FRIDAY });
    await goTo(FRIDAY + 2 * DAY);
    expect(reconciliation.missing()).toBeNull();
    expect(stateOf('2026-11-20')).toBe('not-ours');
    expect(await reconciliation.upload('2026-11-20', ANA)).toMatchObject({
      problem: { kind: 'daily-file', reason: 'not-this-till' },
    });
    const saved = await reconciliation.save('2026-11-20', folder, ANA);
    expect(saved).toMatchObject({ ok: true, value: { lines: 1 } });
    expect(readDailyFile(readFileSync(join(folder, FRIDAYS_FILE))).registers).toHaveLength(1);
  });

  it('waits for a person where the key is new, and where it has changed', async () => {
    await reconciliation.check();
    await goTo(DUE);
    expect(reconciliation.missing()).toEqual({ days: 1, oldest: '2026-11-20' });
    expect(reconciliation.state().hostKeys.seen).toMatchObject(KEY);
    expect(reconciliation.confirmHostKey(OTHER_KEY.fingerprint, ANA)).toMatchObject({ ok: false });
    reconciliation.confirmHostKey(KEY.fingerprint, ANA);
    await reconciliation.check();
    expect(stateOf('2026-11-20')).toBe('uploaded');

    server.key = OTHER_KEY;
    await goTo(DUE + DAY);
    expect(stateOf('2026-11-21')).toBe('missing');
    const [day] = reconciliation.days(null).days.filter((one) => one.day === '2026-11-21');
    expect(day?.lastAttempt?.problem).toEqual({
      kind: 'upload',
      reason: 'host-key-changed',
      fingerprint: OTHER_KEY.fingerprint,
    });
    expect(server.files.size).toBe(1);
  });

  it('is tried again with growing pauses, and seldom after its window', async () => {
    await begin();
    server.trouble = 'refused';
    await goTo(DUE);
    for (let n = 0; n < 4 * 60; n += 1) {
      await clock.advance(MINUTE);
      await reconciliation.check();
    }
    const starts = readAttempts(ledger.database, '2026-11-20', 50)
      .map((one) => (Date.parse(one.startedAt) - DUE) / MINUTE)
      .reverse();
    expect(starts.slice(0, 7)).toEqual([0, 1, 3, 7, 15, 30, 45]);
    expect(starts.slice(7).every((at, n, all) => n === 0 || at - (all[n - 1] ?? 0) >= 15)).toBe(
      true,
    );
    expect(starts.length).toBeLessThan(13);
    server.trouble = null;
    await goTo(DUE + 6 * HOUR);
    expect(stateOf('2026-11-20')).toBe('uploaded');
  });

  it('does not knock every minute where only a person can mend it', async () => {
    await begin();
    server.trouble = 'login-refused';
    await goTo(DUE);
    for (let n = 0; n < 59; n += 1) {
      await clock.advance(MINUTE);
      await reconciliation.check();
    }
    expect(readAttempts(ledger.database, '2026-11-20', 50)).toHaveLength(1);
  });

  it('takes in what was resolved before it went out, and nothing once the server may have it', async () => {
    await begin();
    const open1 = ledger.add({ sentAt: FRIDAY, state: 'unknown', createdAt: null });
    const open2 = ledger.add({ sentAt: FRIDAY + 1000, state: 'unknown', createdAt: null });
    server.trouble = 'refused';
    await goTo(DUE);
    ledger.settle(open1, 'paid', '900', '2026-11-20T18:00:00Z');
    server.trouble = null;
    server.losesAnswer = true;
    await goTo(DUE + HOUR);
    const bytes = server.files.get(FRIDAYS_FILE);
    expect(fileOf(FRIDAYS_FILE).registers).toMatchObject([{ authorization: '900' }]);
    expect(stateOf('2026-11-20')).toBe('missing');

    ledger.settle(open2, 'paid', '901', '2026-11-20T18:00:01Z');
    server.losesAnswer = false;
    await goTo(DUE + 3 * HOUR);
    expect(stateOf('2026-11-20')).toBe('uploaded');
    expect(server.files.get(FRIDAYS_FILE)).toEqual(bytes);
    const day = reconciliation.day('2026-11-20');
    expect(day.ok && day.value.ownDifferences).toMatchObject([
      { kind: 'late', authorization: '901' },
    ]);
    expect(await reconciliation.upload('2026-11-20', ANA)).toMatchObject({
      problem: { reason: 'already-uploaded' },
    });
  });

  it('is compared with the service before it goes out, and goes out all the same', async () => {
    await begin();
    ledger.add({ sentAt: FRIDAY });
    await goTo(DUE);
    expect(stateOf('2026-11-20')).toBe('uploaded');
    const day = reconciliation.day('2026-11-20');
    expect(day.ok && day.value.comparison).toMatchObject({
      ours: 1,
      theirs: 0,
      differences: [{ kind: 'unknown-to-service' }],
    });
    expect(day.ok && day.value.day.differences).toBe(1);
  });

  it('is not made by a clock that the service has not confirmed, until its window is over', async () => {
    await begin();
    // A day ahead, and the service is silent: Friday looks as if it were over.
    isSilent = true;
    await goTo(DUE);
    expect(server.files.size).toBe(0);
    expect(await reconciliation.upload('2026-11-20', ANA)).toMatchObject({
      problem: { reason: 'clock-unsure' },
    });
    // Its answer says that it is still Friday.
    isSilent = false;
    clockOff = -DAY;
    await reconciliation.check();
    expect(server.files.size).toBe(0);
    expect(await reconciliation.upload('2026-11-20', ANA)).toMatchObject({ ok: false });
    expect(server.files.size).toBe(0);
    clockOff = 0;
    await reconciliation.check();
    expect(server.files.size).toBe(1);
  });

  it('goes out unconfirmed once the service was silent for an hour, by a timer', async () => {
    await begin();
    isSilent = true;
    await goTo(DUE);
    // Another hour by a clock that jumps is none.
    await goTo(DUE + 2 * HOUR);
    expect(server.files.size).toBe(0);
    await clock.advance(HOUR + MINUTE);
    await reconciliation.check();
    expect([...server.files.keys()]).toEqual([FRIDAYS_FILE]);
    // The next night waits anew.
    await goTo(DUE + DAY);
    expect(server.files.size).toBe(1);
  });

  it('begins its duty on no day that the service has not told', async () => {
    isSilent = true;
    lastAnswerAt = null;
    clock.jump(10 * DAY);
    await reconciliation.check();
    expect(reconciliation.state().since).toBeNull();
    isSilent = false;
    clockOff = -10 * DAY;
    await reconciliation.check();
    expect(reconciliation.state().since).toBe('2026-11-20');
  });

  it('waits, after a start, for the look-ups of what was not known', async () => {
    await begin();
    lastAnswerAt = null;
    isSilent = true;
    await goTo(DUE + 3 * HOUR);
    isSilent = false;
    lastAnswerAt = clock.now();
    reconciliation.heard();
    expect(server.files.size).toBe(0);
    await clock.advance(20_000);
    await reconciliation.check();
    expect(server.files.size).toBe(1);
  });

  it('keeps its bytes, and does not send what is no longer what was made', async () => {
    await begin();
    await goTo(DUE);
    const kept = join(folder, 'daily-files', '2026-11-20', FRIDAYS_FILE);
    expect(readFileSync(kept)).toEqual(server.files.get(FRIDAYS_FILE));
    expect(readdirSync(join(folder, 'daily-files', '2026-11-20'))).toEqual([FRIDAYS_FILE]);
    writeFileSync(kept, 'HEADER|20261121\nFOOTER|1');
    expect(await reconciliation.preview('2026-11-20')).toMatchObject({
      problem: { reason: 'file-changed' },
    });
    expect(await reconciliation.save('2026-11-20', null, ANA)).toMatchObject({ ok: false });
  });

  it('is saved elsewhere, never over another file, and is settled by a person', async () => {
    await begin();
    server.trouble = 'refused';
    await goTo(DUE);
    const saved = await reconciliation.save('2026-11-20', null, ANA);
    expect(saved).toMatchObject({ ok: true, value: { lines: 0 } });
    expect(await reconciliation.save('2026-11-20', null, ANA)).toEqual(saved);
    writeFileSync(join(folder, 'exports', FRIDAYS_FILE), 'mine');
    expect(await reconciliation.save('2026-11-20', null, ANA)).toMatchObject({
      problem: { kind: 'daily-file', reason: 'name-taken' },
    });
    expect(await reconciliation.save('2026-11-20', join(folder, 'gone'), ANA)).toMatchObject({
      problem: { kind: 'daily-file', reason: 'no-folder' },
    });
    expect(await reconciliation.save('2026-11-21', null, ANA)).toMatchObject({
      problem: { kind: 'daily-file', reason: 'day-not-over' },
    });
    expect(reconciliation.settle('2026-11-20', 'por correo', ANA)).toMatchObject({
      value: { state: 'settled', settled: { by: 'Ana', reason: 'por correo' } },
    });
    expect(reconciliation.missing()).toEqual({ days: 0, oldest: null });
    expect(existsSync(join(folder, 'exports', 'nothing'))).toBe(false);
  });

  it('has a list of its own for the DRP billers', async () => {
    ledger.add({ sentAt: FRIDAY, isDrp: true, amount: '10.50' });
    ledger.add({ sentAt: FRIDAY });
    expect(await reconciliation.drp('2026-11-20')).toMatchObject({
      value: { count: 1, totals: [{ amount: '10.50', currency: 'MXN' }] },
    });
    const saved = await reconciliation.saveDrp('2026-11-20', null, ANA);
    expect(saved).toMatchObject({ ok: true, value: { rows: 1 } });
    const file = saved.ok ? readFileSync(saved.value.file, 'utf8') : '';
    expect(file.split('\r\n')).toHaveLength(3);
    expect(file).toContain('"10.50","MXN"');
  });

  it('loses no moment and doubles none where the zone is set otherwise meanwhile', async () => {
    await begin();
    await goTo(DUE);
    settings = { ...settings, timeZone: 'America/Bogota' };
    await goTo(DUE + DAY + HOUR);
    await goTo(DUE + 2 * DAY + HOUR);
    const days = ledger.database
      .prepare('SELECT since_second, until_second FROM reconciliation_days ORDER BY day')
      .all();
    expect(days.length).toBe(3);
    for (const [n, day] of days.entries()) {
      if (n > 0) expect(day.since_second).toBe(days[n - 1]?.until_second);
    }
  });

  it('ends in the middle of an attempt, which the next start makes again', async () => {
    await begin();
    server.trouble = 'refused';
    await goTo(DUE);
    const checking = reconciliation.check();
    await reconciliation.stop();
    await checking;
    server.trouble = null;
    reconciliation = open();
    await goTo(DUE + 2 * HOUR);
    expect(stateOf('2026-11-20')).toBe('uploaded');
  });
});
