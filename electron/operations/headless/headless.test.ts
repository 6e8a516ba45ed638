import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
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
  toUploadCommandOutcome,
} from './index.ts';

const UPLOADED: HeadlessUploadReport = {
  kind: 'tried',
  days: [{ day: '2026-11-20', name: 'lupita_20261121.txt', problem: null, needsPerson: false }],
};
const createFailure = (
  reason: Extract<Problem, { kind: 'upload' }>['reason'],
  needsPerson: boolean,
): HeadlessUploadReport => ({
  kind: 'tried',
  days: [
    ...(UPLOADED.kind === 'tried' ? UPLOADED.days : []),
    {
      day: '2026-11-21',
      name: 'lupita_20261122.txt',
      problem: { kind: 'upload', reason, fingerprint: null },
      needsPerson,
    },
  ],
});

const UPLOAD_NOW: RemoteCommand = { kind: 'upload', tryForMs: 0 };
const DONE = toUploadCommandOutcome(UPLOADED);
const LATER = toUploadCommandOutcome(createFailure('refused', false));

describe('exit code of a headless upload', () => {
  it.each([
    [0, UPLOADED, /lupita_20261121\.txt: uploaded\./],
    [0, { kind: 'tried', days: [] }, /No daily file is due/],
    [2, createFailure('unreachable', false), /2026-11-21 lupita_20261122\.txt: .*unreachable/],
    [2, { kind: 'stopped' }, /was closed before it finished/],
    [3, createFailure('may-have-arrived', true), /may-have-arrived/],
    [4, { kind: 'not-uploading' }, /does not upload/],
    [4, { kind: 'no-till', problem: { kind: 'not-set-up' } }, /not-set-up/],
    [5, { kind: 'no-secret' }, /key store/],
    [5, createFailure('no-secret', true), /no-secret/],
    [6, { kind: 'time-unsure' }, /time could not be read/],
    [7, { kind: 'held' }, /does not answer/],
    [
      7,
      { kind: 'no-till', problem: { kind: 'storage', reason: 'damaged', file: 'l.sqlite' } },
      /damaged/,
    ],
  ] as const satisfies readonly (readonly [number, HeadlessUploadReport, RegExp])[])(
    'returns exit code %i for %j',
    (code, report, expectedText) => {
      const outcome = toUploadCommandOutcome(report);
      expect(outcome.code).toBe(code);
      expect(outcome.lines.join('\n')).toMatch(expectedText);
    },
  );
});

describe.skipIf(process.platform === 'win32')('remote command', () => {
  let folder: string;
  let server: RemoteCommandServer | null;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'till-command-'));
    server = null;
  });
  afterEach(() => {
    server?.close();
    rmSync(folder, { recursive: true });
  });
  const listen = async (
    run: (command: RemoteCommand) => Promise<CommandOutcome>,
  ): Promise<void> => {
    server = await startRemoteCommandServer({ profileFolder: folder, log: silentLog, run });
  };

  it('runs a remote command in the listening till and returns its outcome', async () => {
    const receivedCommands: RemoteCommand[] = [];
    await listen(async (command) => {
      receivedCommands.push(command);
      return LATER;
    });
    const patientCommand: RemoteCommand = { kind: 'upload', tryForMs: 1234 };
    expect(await sendRemoteCommand(folder, patientCommand)).toEqual(LATER);
    expect(await sendRemoteCommand(folder, UPLOAD_NOW)).toEqual(LATER);
    expect(receivedCommands).toEqual([patientCommand, UPLOAD_NOW]);
  });

  it('finds no till when nobody listens or a killed till left its socket', async () => {
    expect(await sendRemoteCommand(folder, UPLOAD_NOW)).toBe('nobody');
    writeFileSync(join(folder, 'errands.sock'), '');
    expect(await sendRemoteCommand(folder, UPLOAD_NOW)).toBe('nobody');
    await listen(async () => DONE);
    expect(await sendRemoteCommand(folder, UPLOAD_NOW)).toEqual(DONE);
  });

  it('returns broke-off when the till closes or its answer is invalid', async () => {
    await listen(async () => {
      throw new Error('the till ends');
    });
    expect(await sendRemoteCommand(folder, UPLOAD_NOW)).toBe('broke-off');
    server?.close();
    const invalidServer = createServer((socket) => socket.end('{"code":99,"lines":[]}\n'));
    await new Promise<void>((done) => invalidServer.listen(join(folder, 'errands.sock'), done));
    expect(await sendRemoteCommand(folder, UPLOAD_NOW)).toBe('broke-off');
    invalidServer.close();
  });

  it('sends a remote command to the till that listened first', async () => {
    await listen(async () => DONE);
    const secondServer = await startRemoteCommandServer({
      profileFolder: folder,
      log: silentLog,
      run: async () => toUploadCommandOutcome({ kind: 'held' }),
    });
    expect(await sendRemoteCommand(folder, UPLOAD_NOW)).toEqual(DONE);
    secondServer.close();
    expect(await sendRemoteCommand(folder, UPLOAD_NOW)).toEqual(DONE);
  });

  it('rejects an invalid remote command and keeps listening', async () => {
    await listen(async () => DONE);
    expect(await sendRemoteCommand(folder, { kind: 'upload', tryForMs: -1 })).toBe('broke-off');
    expect(await sendRemoteCommand(folder, UPLOAD_NOW)).toEqual(DONE);
  });

  it.skipIf(process.getuid?.() !== 0)(
    'lets an administrator reach another account’s till and rejects a socket of a third account',
    async () => {
      await listen(async () => DONE);
      const socket = join(folder, 'errands.sock');
      chownSync(socket, 65_534, 65_534);
      expect(await sendRemoteCommand(folder, UPLOAD_NOW)).toBe('nobody');
      chownSync(folder, 65_534, 65_534);
      expect(await sendRemoteCommand(folder, UPLOAD_NOW)).toEqual(DONE);
      chownSync(socket, 0, 0);
      expect(await sendRemoteCommand(folder, UPLOAD_NOW)).toBe('nobody');
      chownSync(folder, 0, 0);
    },
  );

  it('ends a connection whose line is too long and keeps listening', async () => {
    await listen(async () => DONE);
    const socket = createConnection(join(folder, 'errands.sock'));
    socket.on('error', () => {});
    const isClosed = new Promise((done) => socket.once('close', done));
    const megabyte = Buffer.alloc(1024 * 1024, 'x');
    let sentMegabytes = 0;
    const writeNext = (): void => {
      if (socket.destroyed || sentMegabytes === 100) return;
      sentMegabytes += 1;
      socket.write(megabyte, writeNext);
    };
    writeNext();
    await isClosed;
    expect(sentMegabytes).toBeLessThan(30);
    expect(await sendRemoteCommand(folder, UPLOAD_NOW)).toEqual(DONE);
  });

  it.each([80, 90, 95, 99, 100, 101])(
    'reaches a profile with accents in a path of %i characters',
    async (length) => {
      const profile = join(folder, 'á'.repeat(length - folder.length - '//errands.sock'.length));
      mkdirSync(profile);
      const accentedServer = await startRemoteCommandServer({
        profileFolder: profile,
        log: silentLog,
        run: async () => DONE,
      });
      expect(await sendRemoteCommand(profile, UPLOAD_NOW)).toEqual(DONE);
      accentedServer.close();
    },
  );

  it('reaches a profile whose name is too long for a socket', async () => {
    const longProfile = join(folder, 'x'.repeat(120));
    const longPathServer = await startRemoteCommandServer({
      profileFolder: longProfile,
      log: silentLog,
      run: async () => DONE,
    });
    expect(await sendRemoteCommand(longProfile, UPLOAD_NOW)).toEqual(DONE);
    longPathServer.close();
  });
});
