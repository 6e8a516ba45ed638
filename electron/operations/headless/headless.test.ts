import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Problem } from '../../../shared/contract/index.ts';
import { getNumericSeed, scaleRuns } from '../../../tests/support/sampling.ts';
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

  it('ends a connection that sends no complete line and keeps listening', async () => {
    server = await startRemoteCommandServer({
      profileFolder: folder,
      log: silentLog,
      run: async () => DONE,
      requestTimeoutMs: 300,
    });
    for (const text of ['', '{"kind":']) {
      const socket = createConnection(join(folder, 'errands.sock'), () => socket.write(text));
      // It drips: an idle timeout would not end it.
      const drip = setInterval(() => socket.write(' '), 20);
      socket.on('error', () => {});
      await new Promise((done) => socket.once('close', done));
      clearInterval(drip);
    }
    expect(await sendRemoteCommand(folder, UPLOAD_NOW)).toEqual(DONE);
  });

  /** A line of a request or an answer: valid, nearly valid, or any bytes. */
  const lineArbitrary = fc.oneof(
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    fc.json().map((text) => Buffer.from(text)),
    fc.string({ unit: 'binary' }).map((text) => Buffer.from(text)),
    fc
      .record(
        {
          kind: fc.constantFrom('upload', 'apply', 'status', 'diagnostics', '__proto__'),
          tryForMs: fc.oneof(fc.nat(), fc.double(), fc.jsonValue()),
          isJson: fc.oneof(fc.boolean(), fc.jsonValue()),
          file: fc.oneof(fc.string(), fc.jsonValue()),
          code: fc.oneof(fc.nat(15), fc.jsonValue()),
          lines: fc.oneof(fc.array(fc.string()), fc.jsonValue()),
        },
        { requiredKeys: ['kind'] },
      )
      .map((value) => Buffer.from(JSON.stringify(value))),
  );

  it('runs only valid commands whatever is sent', async () => {
    const commands: RemoteCommand[] = [];
    await listen(async (command) => {
      commands.push(command);
      return DONE;
    });
    await fc.assert(
      fc.asyncProperty(lineArbitrary, async (line) => {
        commands.length = 0;
        const socket = createConnection(join(folder, 'errands.sock'), () =>
          socket.end(Buffer.concat([line, Buffer.from('\n')])),
        );
        socket.on('error', () => {});
        socket.resume();
        await new Promise((done) => socket.once('close', done));
        for (const command of commands) {
          const text = line.toString().split('\n', 1)[0] ?? '';
          expect(command).toEqual(JSON.parse(text));
          expect(Object.keys(command).sort().join()).toMatch(
            /^(kind,tryForMs|isJson,kind|file,kind)$/,
          );
        }
      }),
      { seed: getNumericSeed('remote commands'), numRuns: scaleRuns(300) },
    );
    expect(await sendRemoteCommand(folder, UPLOAD_NOW)).toEqual(DONE);
  });

  it('returns an outcome or broke-off whatever is answered', async () => {
    let answer: Buffer = Buffer.alloc(0);
    const oddServer = createServer((socket) => {
      socket.on('error', () => {});
      socket.end(answer);
    });
    await new Promise<void>((done) => oddServer.listen(join(folder, 'errands.sock'), done));
    try {
      await fc.assert(
        fc.asyncProperty(lineArbitrary, fc.constantFrom('', '\n'), async (line, end) => {
          answer = Buffer.concat([line, Buffer.from(end)]);
          const outcome = await sendRemoteCommand(folder, UPLOAD_NOW);
          if (outcome === 'broke-off') return;
          expect(outcome).toEqual(JSON.parse(line.toString()));
          expect(outcome).toMatchObject({ code: expect.any(Number), lines: expect.any(Array) });
        }),
        { seed: getNumericSeed('remote command answers'), numRuns: scaleRuns(300) },
      );
    } finally {
      oddServer.close();
    }
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
