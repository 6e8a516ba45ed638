import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Problem } from '../../../shared/contract/index.ts';
import { silentLog } from '../../platform/index.ts';
import {
  type CommandOutcome,
  type HeadlessUploadReport,
  type RemoteCommand,
  type RemoteCommandServer,
  sendRemoteCommand,
  startRemoteCommandServer,
  toCommandOutcome,
} from './index.ts';

const IN: HeadlessUploadReport = {
  kind: 'tried',
  days: [{ day: '2026-11-20', name: 'lupita_20261121.txt', problem: null, needsPerson: false }],
};
const failed = (
  reason: Extract<Problem, { kind: 'upload' }>['reason'],
  needsPerson: boolean,
): HeadlessUploadReport => ({
  kind: 'tried',
  days: [
    ...(IN.kind === 'tried' ? IN.days : []),
    {
      day: '2026-11-21',
      name: 'lupita_20261122.txt',
      problem: { kind: 'upload', reason, fingerprint: null },
      needsPerson,
    },
  ],
});

const AT_ONCE: RemoteCommand = { kind: 'upload', tryForMs: 0 };
const DONE = toCommandOutcome(IN);
const LATER = toCommandOutcome(failed('refused', false));

describe('the exit code of an upload without a window', () => {
  it.each([
    [0, IN, /lupita_20261121\.txt: it is in\./],
    [0, { kind: 'tried', days: [] }, /No daily file is due/],
    [2, failed('unreachable', false), /2026-11-21 lupita_20261122\.txt: .*unreachable/],
    [2, { kind: 'stopped' }, /was closed meanwhile/],
    [3, failed('may-have-arrived', true), /may-have-arrived/],
    [4, { kind: 'not-uploading' }, /does not upload/],
    [4, { kind: 'no-till', problem: { kind: 'not-set-up' } }, /not-set-up/],
    [5, { kind: 'no-secret' }, /key store/],
    [5, failed('no-secret', true), /no-secret/],
    [6, { kind: 'time-unsure' }, /did not tell the time/],
    [7, { kind: 'held' }, /does not answer/],
    [
      7,
      { kind: 'no-till', problem: { kind: 'storage', reason: 'damaged', file: 'l.sqlite' } },
      /damaged/,
    ],
  ] as const satisfies readonly (readonly [number, HeadlessUploadReport, RegExp])[])(
    'returns exit code %i for %j',
    (code, report, words) => {
      const outcome = toCommandOutcome(report);
      expect(outcome.code).toBe(code);
      expect(outcome.lines.join('\n')).toMatch(words);
    },
  );
});

describe.skipIf(process.platform === 'win32')('an errand', () => {
  let folder: string;
  let errands: RemoteCommandServer | null;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'till-errand-'));
    errands = null;
  });
  afterEach(() => {
    errands?.close();
    rmSync(folder, { recursive: true });
  });
  const listen = async (run: (asked: RemoteCommand) => Promise<CommandOutcome>): Promise<void> => {
    errands = await startRemoteCommandServer({ profileFolder: folder, log: silentLog, run });
  };

  it('is done by the till that listens, with what was asked, and its report comes back', async () => {
    const asked: RemoteCommand[] = [];
    await listen(async (one) => {
      asked.push(one);
      return LATER;
    });
    const patient: RemoteCommand = { kind: 'upload', tryForMs: 1234 };
    expect(await sendRemoteCommand(folder, patient)).toEqual(LATER);
    expect(await sendRemoteCommand(folder, AT_ONCE)).toEqual(LATER);
    expect(asked).toEqual([patient, AT_ONCE]);
  });

  it('finds no till when nobody listens or a killed till left its socket', async () => {
    expect(await sendRemoteCommand(folder, AT_ONCE)).toBe('nobody');
    writeFileSync(join(folder, 'errands.sock'), '');
    expect(await sendRemoteCommand(folder, AT_ONCE)).toBe('nobody');
    await listen(async () => DONE);
    expect(await sendRemoteCommand(folder, AT_ONCE)).toEqual(DONE);
  });

  it('breaks off where the till goes away, or says what nobody understands', async () => {
    await listen(async () => {
      throw new Error('the till ends');
    });
    expect(await sendRemoteCommand(folder, AT_ONCE)).toBe('broke-off');
    errands?.close();
    const liar = createServer((socket) => socket.end('{"code":99,"lines":[]}\n'));
    await new Promise<void>((done) => liar.listen(join(folder, 'errands.sock'), done));
    expect(await sendRemoteCommand(folder, AT_ONCE)).toBe('broke-off');
    liar.close();
  });

  it('goes to the one that listened first', async () => {
    await listen(async () => DONE);
    const second = await startRemoteCommandServer({
      profileFolder: folder,
      log: silentLog,
      run: async () => toCommandOutcome({ kind: 'held' }),
    });
    expect(await sendRemoteCommand(folder, AT_ONCE)).toEqual(DONE);
    second.close();
    expect(await sendRemoteCommand(folder, AT_ONCE)).toEqual(DONE);
  });

  it('that cannot be read is refused, and the till listens on', async () => {
    await listen(async () => DONE);
    expect(await sendRemoteCommand(folder, { kind: 'upload', tryForMs: -1 })).toBe('broke-off');
    expect(await sendRemoteCommand(folder, AT_ONCE)).toEqual(DONE);
  });

  it.skipIf(process.getuid?.() !== 0)(
    'lets an administrator reach another account’s till and rejects a socket of a third account',
    async () => {
      await listen(async () => DONE);
      const socket = join(folder, 'errands.sock');
      chownSync(socket, 65_534, 65_534);
      expect(await sendRemoteCommand(folder, AT_ONCE)).toBe('nobody');
      chownSync(folder, 65_534, 65_534);
      expect(await sendRemoteCommand(folder, AT_ONCE)).toEqual(DONE);
      chownSync(socket, 0, 0);
      expect(await sendRemoteCommand(folder, AT_ONCE)).toBe('nobody');
      chownSync(folder, 0, 0);
    },
  );

  it('reaches a profile whose name is too long for a socket', async () => {
    const long = join(folder, 'x'.repeat(120));
    const far = await startRemoteCommandServer({
      profileFolder: long,
      log: silentLog,
      run: async () => DONE,
    });
    expect(await sendRemoteCommand(long, AT_ONCE)).toEqual(DONE);
    far.close();
  });
});
