import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type ConnectionGate,
  createKeyPair,
  type OpenSsh,
  openConnectionGate,
  startOpenSsh,
} from '../../../../tests/support/openssh/index.ts';
import { systemClock } from '../../../platform/index.ts';
import type { FileToSend } from '../types.ts';
import {
  DEFAULT_UPLOAD_TIMEOUTS,
  type HostKey,
  type ServerAddress,
  type ServerSecrets,
  UploadFailure,
  type UploadTimeouts,
} from '../upload-server.ts';
import { startOddServer } from './odd-server.fixture.ts';
import { sendFile } from './send-file.ts';
import { createSftpConnector } from './sftp.ts';

// The server's side is OpenSSH itself; see tests/support/openssh.
describe.skipIf(process.platform === 'win32')('a file on its way to an OpenSSH server', () => {
  let folder: string;
  let sshd: OpenSsh;
  let gate: ConnectionGate;
  let file: FileToSend;
  let offers: number;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'till-upload-'));
    sshd = await startOpenSsh();
    gate = await openConnectionGate(sshd);
  });
  afterAll(async () => {
    await gate.close();
    await sshd.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    offers = 0;
    gate.set(null);
    file = fileOf(Buffer.from('HEADER|20261121\nFOOTER|0'));
  });
  afterEach(() => {
    for (const name of readdirSync(sshd.folder)) {
      rmSync(join(sshd.folder, name), { recursive: true });
    }
  });

  const fileOf = (content: Buffer): FileToSend => {
    const path = join(folder, 'file.txt');
    writeFileSync(path, content);
    const sha256 = createHash('sha256').update(content).digest('hex');
    return { path, name: 'lupita_20261121.txt', bytes: content.length, sha256 };
  };

  interface Way {
    readonly address?: Partial<ServerAddress>;
    readonly secrets?: Partial<ServerSecrets>;
    /** The fingerprint that a person has confirmed; `any` for whatever is shown. */
    readonly confirmed?: string | null;
    readonly deadlines?: UploadTimeouts;
    readonly signal?: AbortSignal;
    /** An attempt before it had its answer lost. */
    readonly isOffered?: boolean;
  }
  const shown: HostKey[] = [];
  const send = async (way: Way = {}): Promise<string> => {
    const confirmed = way.confirmed === undefined ? sshd.fingerprint : way.confirmed;
    shown.length = 0;
    const open = createSftpConnector(systemClock, way.deadlines ?? DEFAULT_UPLOAD_TIMEOUTS);
    const { host, port, user } = sshd;
    try {
      const remote = await open(
        { host, port, user, folder: '', fileMode: 0o600, ...way.address },
        { password: null, privateKey: sshd.privateKey, ...way.secrets },
        {
          isConfirmed: (key) => {
            shown.push(key);
            return confirmed === 'any' || key.fingerprint === confirmed;
          },
          keyType: confirmed === null ? null : 'ssh-ed25519',
          signal: way.signal ?? new AbortController().signal,
        },
      );
      try {
        return await sendFile(remote, file, {
          isOpen: way.isOffered ?? false,
          open: () => {
            offers += 1;
          },
          close: () => {
            offers -= 1;
          },
        });
      } finally {
        remote.close();
      }
    } catch (error) {
      if (!(error instanceof UploadFailure)) throw error;
      return error.problem.reason;
    }
  };
  const there = (): string[] => readdirSync(sshd.folder);
  const arrived = (): Buffer => readFileSync(join(sshd.folder, file.name));
  const SHORT: UploadTimeouts = {
    connectTimeoutMs: 500,
    requestTimeoutMs: 500,
    stallTimeoutMs: 500,
  };

  it('arrives whole, under its name alone', async () => {
    file = fileOf(randomBytes(300_000));
    expect(await send()).toBe('uploaded');
    expect(there()).toEqual([file.name]);
    expect(arrived().equals(readFileSync(file.path))).toBe(true);
    expect(offers).toBe(1);
    expect(shown).toEqual([{ keyType: 'ssh-ed25519', fingerprint: sshd.fingerprint }]);
  });

  const modeOf = (name: string): number => statSync(join(sshd.folder, name)).mode & 0o777;

  it('sets the configured file mode whatever the server’s umask', async () => {
    for (const umask of ['000', '022', '077']) {
      const there = await startOpenSsh({ umask, folder: sshd.folder });
      const { host, port, user, privateKey, fingerprint } = there;
      for (const fileMode of [0o600, 0o640]) {
        const address = { host, port, user, fileMode };
        const secrets = { privateKey };
        expect(await send({ address, secrets, confirmed: fingerprint })).toBe('uploaded');
        expect(modeOf(file.name).toString(8)).toBe(fileMode.toString(8));
        rmSync(join(sshd.folder, file.name));
      }
      await there.stop();
    }
  });

  it('is closed to others also where its unfinished one was open to all', async () => {
    const unfinished = join(sshd.folder, `${file.name}.part`);
    writeFileSync(unfinished, 'HEADER');
    chmodSync(unfinished, 0o666);
    expect(await send()).toBe('uploaded');
    expect(modeOf(file.name)).toBe(0o600);
  });

  it.each([
    ['key exchange', ['KexAlgorithms diffie-hellman-group14-sha1'], 'ed25519'],
    [
      'digest of packets',
      ['MACs hmac-sha1,hmac-sha1-etm@openssh.com', 'Ciphers aes128-ctr'],
      'ed25519',
    ],
    ['signature of its key', ['HostKeyAlgorithms ssh-rsa', 'CASignatureAlgorithms ssh-rsa'], 'rsa'],
  ])(
    'is not sent to a server that has only SHA-1 for the %s',
    async (_what, config, hostKeyType) => {
      const old = await startOpenSsh({ config, hostKeyType });
      const { host, port, user, privateKey } = old;
      const answer = await send({
        address: { host, port, user },
        secrets: { privateKey },
        confirmed: 'any',
      });
      expect(answer).toBe('weak-server');
      expect(shown).toEqual([]);
      expect(readdirSync(old.folder)).toEqual([]);
      await old.stop();
    },
  );

  it('is sent to a server whose key is RSA, by a signature of today', async () => {
    const rsa = await startOpenSsh({ hostKeyType: 'rsa' });
    const { host, port, user, privateKey, folder: place } = rsa;
    const answer = await send({
      address: { host, port, user },
      secrets: { privateKey },
      confirmed: 'any',
    });
    expect(answer).toBe('uploaded');
    expect(readdirSync(place)).toEqual([file.name]);
    await rsa.stop();
  });

  it('goes into the folder that is set', async () => {
    mkdirSync(join(sshd.folder, 'in'));
    expect(await send({ address: { folder: 'in/' } })).toBe('uploaded');
    expect(readdirSync(join(sshd.folder, 'in'))).toEqual([file.name]);
  });

  it('is let in by its password, and not by another', async () => {
    const wrong = { privateKey: null, password: 'otra' };
    expect(await send({ secrets: wrong })).toBe('login-refused');
    expect(there()).toEqual([]);
    // Only root may give the server of a test a password of its own.
    if (sshd.password === null) return;
    const right = { privateKey: null, password: sshd.password };
    expect(await send({ secrets: right })).toBe('uploaded');
  });

  it('rejects an unknown and an unreadable private key', async () => {
    const other = readFileSync(createKeyPair(mkdtempSync(join(folder, 'key-')), 'other'), 'utf8');
    expect(await send({ secrets: { privateKey: other } })).toBe('login-refused');
    expect(await send({ secrets: { privateKey: 'no key at all' } })).toBe('bad-key');
  });

  it('is not sent before a person has confirmed the key, nor to another key', async () => {
    expect(await send({ confirmed: null })).toBe('host-key-new');
    expect(shown).toEqual([{ keyType: 'ssh-ed25519', fingerprint: sshd.fingerprint }]);
    expect(await send({ confirmed: `SHA256:${'x'.repeat(43)}` })).toBe('host-key-changed');
    expect(there()).toEqual([]);
  });

  it('is done where the same file is there, and never touches another one', async () => {
    expect(await send()).toBe('uploaded');
    expect(await send()).toBe('was-there');
    const same = Buffer.from(arrived());
    same[0] = 0x58;
    for (const other of [same, Buffer.from('another length')]) {
      writeFileSync(join(sshd.folder, file.name), other);
      expect(await send()).toBe('another-file');
      expect(arrived().equals(other)).toBe(true);
    }
    expect(there()).toEqual([file.name]);
  });

  it('takes the place of what an attempt before it left unfinished', async () => {
    writeFileSync(join(sshd.folder, `${file.name}.part`), randomBytes(100_000));
    expect(await send()).toBe('uploaded');
    expect(there()).toEqual([file.name]);
  });

  it('whose answer was lost is looked for, and is sent again only where it is seen unfinished', async () => {
    const way = { isOffered: true };
    expect(await send(way)).toBe('may-have-arrived');
    writeFileSync(join(sshd.folder, `${file.name}.part`), readFileSync(file.path).subarray(1));
    expect(await send(way)).toBe('may-have-arrived');
    expect(there()).toEqual([`${file.name}.part`]);
    expect(offers).toBe(0);
    writeFileSync(join(sshd.folder, `${file.name}.part`), readFileSync(file.path));
    expect(await send(way)).toBe('uploaded');
    expect(there()).toEqual([file.name]);
    expect(await send(way)).toBe('was-there');
  });

  it('says that the folder is missing, or closed', async () => {
    expect(await send({ address: { folder: 'nowhere' } })).toBe('no-folder');
    const closed = await startOpenSsh({ isReadOnly: true });
    try {
      const { port, privateKey, fingerprint } = closed;
      const way = { address: { port }, secrets: { privateKey }, confirmed: fingerprint };
      expect(await send(way)).toBe('no-permission');
    } finally {
      await closed.stop();
    }
  });

  it('says that nobody is there', async () => {
    const gone = await openConnectionGate(sshd);
    await gone.close();
    expect(await send({ address: { port: gone.port } })).toBe('refused');
    expect(await send({ address: { host: 'no-such-host.invalid' } })).toBe('name-not-found');
  });

  it.each([
    ['before a word', 0],
    ['in the middle of the file', 60_000],
  ])('leaves a server that hangs %s', async (_when, afterBytes) => {
    file = fileOf(randomBytes(400_000));
    gate.set({ kind: 'hang', afterBytes });
    expect(await send({ address: { port: gate.port }, deadlines: SHORT })).toBe('silent');
    expect(existsSync(join(sshd.folder, file.name))).toBe(false);
    expect(offers).toBe(0);
  });

  it.each([
    ['at the handshake', 100],
    ['in the middle of the file', 60_000],
    ['in the middle of the file, later', 200_000],
  ])(
    'survives a connection that is cut %s, and arrives the next time',
    async (_when, afterBytes) => {
      file = fileOf(randomBytes(400_000));
      gate.set({ kind: 'cut', afterBytes });
      expect(await send({ address: { port: gate.port } })).toBe('broke-off');
      expect(existsSync(join(sshd.folder, file.name))).toBe(false);
      gate.set(null);
      expect(await send({ address: { port: gate.port } })).toBe('uploaded');
      expect(there()).toEqual([file.name]);
    },
  );

  it('says that there is no room, and leaves nothing there', async () => {
    const full = await startOpenSsh({ mostKilobytes: 64 });
    try {
      file = fileOf(randomBytes(400_000));
      const { port, privateKey, fingerprint } = full;
      const way = { address: { port }, secrets: { privateKey }, confirmed: fingerprint };
      expect(await send(way)).toBe('no-room');
      expect(readdirSync(full.folder)).toEqual([]);
      expect(offers).toBe(0);
    } finally {
      await full.stop();
    }
  });

  it('says that what answers is no SFTP server', async () => {
    const web = createHttpServer((_request, response) => response.end('hello'));
    const deaf = createServer(() => {});
    const listen = (server: Server): Promise<number> =>
      new Promise((resolve) => {
        server.listen(0, '127.0.0.1', () => {
          const address = server.address();
          resolve(typeof address === 'object' && address !== null ? address.port : 0);
        });
      });
    const open = new Set<{ destroy(): void }>();
    for (const server of [web, deaf]) server.on('connection', (socket) => open.add(socket));
    try {
      const talking = await listen(web);
      expect(await send({ address: { port: talking }, deadlines: SHORT })).toBe('not-sftp');
      const silent = await listen(deaf);
      expect(await send({ address: { port: silent }, deadlines: SHORT })).toBe('silent');
    } finally {
      for (const socket of open) socket.destroy();
      web.close();
      deaf.close();
    }
  });

  it('ends at once when it is stopped', async () => {
    file = fileOf(randomBytes(400_000));
    gate.set({ kind: 'hang', afterBytes: 60_000 });
    const ending = new AbortController();
    const sending = send({ address: { port: gate.port }, signal: ending.signal });
    setTimeout(() => ending.abort(), 200);
    expect(await sending).toBe('stopped');
  });

  it('is not sent to a server that cannot tell whether it has it', async () => {
    const odd = await startOddServer();
    const way = { address: { port: odd.port } };
    try {
      odd.failsAt = file.name;
      expect(await send({ ...way, confirmed: 'any' })).toBe('server-error');
      expect([...odd.files.keys()]).toEqual([]);
      odd.failsAt = null;
      expect(await send({ ...way, confirmed: 'any' })).toBe('uploaded');
      expect(odd.files.get(file.name)).toEqual(readFileSync(file.path));
    } finally {
      await odd.close();
    }
  });

  it('is in doubt where a server takes it away and the answer is lost', async () => {
    const odd = await startOddServer();
    const way = { address: { port: odd.port }, confirmed: 'any' };
    try {
      odd.takesAndBreaks = true;
      expect(await send(way)).toBe('answer-lost');
      expect(offers).toBe(1);
      expect(await send({ ...way, isOffered: true })).toBe('may-have-arrived');
      expect(odd.arrived).toEqual([file.name]);
      expect([...odd.files.keys()]).toEqual([]);
    } finally {
      await odd.close();
    }
  });

  it('is known by its name and size where nothing can be read, if it was offered before', async () => {
    const odd = await startOddServer();
    const way = { address: { port: odd.port }, confirmed: 'any' };
    try {
      odd.isBlind = true;
      odd.files.set(file.name, readFileSync(file.path));
      expect(await send(way)).toBe('another-file');
      expect(await send({ ...way, isOffered: true })).toBe('was-there');
      odd.files.set(file.name, readFileSync(file.path).subarray(1));
      expect(await send({ ...way, isOffered: true })).toBe('another-file');
    } finally {
      await odd.close();
    }
  });
});
