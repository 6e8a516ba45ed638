import { createHash, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
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
import ssh2 from 'ssh2';
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
  UNKNOWN_KEY_TYPE,
  UploadFailure,
  type UploadTimeouts,
} from '../upload-server.ts';
import { startMisbehavingServer } from './misbehaving-server.fixture.ts';
import { toReadablePrivateKey } from './private-key.ts';
import { sendFile } from './send-file.ts';
import { createSftpConnector } from './sftp.ts';

// The server is OpenSSH; see tests/support/openssh.
describe.skipIf(process.platform === 'win32')('upload to an OpenSSH server', () => {
  let folder: string;
  let sshd: OpenSsh;
  let gate: ConnectionGate;
  let file: FileToSend;
  let doubts: number;

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
    doubts = 0;
    gate.set(null);
    file = writeFile(Buffer.from('HEADER|20261121\nFOOTER|0'));
  });
  afterEach(() => {
    for (const name of readdirSync(sshd.folder)) {
      rmSync(join(sshd.folder, name), { recursive: true });
    }
  });

  const writeFile = (content: Buffer): FileToSend => {
    const path = join(folder, 'file.txt');
    writeFileSync(path, content);
    const sha256 = createHash('sha256').update(content).digest('hex');
    return { path, name: 'lupita_20261121.txt', bytes: content.length, sha256 };
  };

  interface SendOptions {
    readonly address?: Partial<ServerAddress>;
    readonly secrets?: Partial<ServerSecrets>;
    /** The fingerprint that a person has confirmed; `any` accepts every key. */
    readonly confirmed?: string | null;
    /** The type of the confirmed key. */
    readonly keyType?: string;
    readonly timeouts?: UploadTimeouts;
    readonly signal?: AbortSignal;
    /** True if an earlier attempt lost its response. */
    readonly isInDoubt?: boolean;
  }
  const presentedKeys: HostKey[] = [];
  const send = async (options: SendOptions = {}): Promise<string> => {
    const confirmed = options.confirmed === undefined ? sshd.fingerprint : options.confirmed;
    presentedKeys.length = 0;
    const open = createSftpConnector(systemClock, options.timeouts ?? DEFAULT_UPLOAD_TIMEOUTS);
    const { host, port, user } = sshd;
    try {
      const remote = await open(
        { host, port, user, folder: '', fileMode: 0o600, ...options.address },
        { password: null, privateKey: sshd.privateKey, ...options.secrets },
        {
          isConfirmed: (key) => {
            presentedKeys.push(key);
            return confirmed === 'any' || key.fingerprint === confirmed;
          },
          keyType: confirmed === null ? null : (options.keyType ?? 'ssh-ed25519'),
          signal: options.signal ?? new AbortController().signal,
        },
      );
      try {
        return await sendFile(remote, file, {
          isInDoubt: options.isInDoubt ?? false,
          mark: () => {
            doubts += 1;
          },
          clear: () => {
            doubts -= 1;
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
  /** A key as OpenSSL writes it, and a file with its public key. */
  const createPkcs8Key = (type: string): { key: string; authorizedKeys: string } => {
    const keyFolder = mkdtempSync(join(folder, 'key-'));
    const pair =
      type === 'rsa'
        ? generateKeyPairSync('rsa', { modulusLength: 2048 })
        : type === 'ecdsa'
          ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
          : generateKeyPairSync('ed25519');
    const authorizedKeys = join(keyFolder, 'authorized');
    const parsed = ssh2.utils.parseKey(toReadablePrivateKey(exportPkcs8(pair.privateKey)));
    if (parsed instanceof Error) throw parsed;
    writeFileSync(authorizedKeys, `${parsed.type} ${parsed.getPublicSSH().toString('base64')}\n`);
    return { key: exportPkcs8(pair.privateKey), authorizedKeys };
  };
  const exportPkcs8 = (key: KeyObject): string =>
    key.export({ type: 'pkcs8', format: 'pem' }).toString();
  const listRemoteFiles = (): string[] => readdirSync(sshd.folder);
  const readRemoteFile = (): Buffer => readFileSync(join(sshd.folder, file.name));
  const SHORT: UploadTimeouts = {
    connectTimeoutMs: 500,
    requestTimeoutMs: 500,
    stallTimeoutMs: 500,
  };

  it('uploads the whole file and leaves no other file', async () => {
    file = writeFile(randomBytes(300_000));
    expect(await send()).toBe('uploaded');
    expect(listRemoteFiles()).toEqual([file.name]);
    expect(readRemoteFile().equals(readFileSync(file.path))).toBe(true);
    expect(doubts).toBe(1);
    expect(presentedKeys).toEqual([{ keyType: 'ssh-ed25519', fingerprint: sshd.fingerprint }]);
  });

  const getMode = (name: string): number => statSync(join(sshd.folder, name)).mode & 0o777;

  it('sets the configured file mode whatever the server’s umask', async () => {
    for (const umask of ['000', '022', '077']) {
      const umaskServer = await startOpenSsh({ umask, folder: sshd.folder });
      const { host, port, user, privateKey, fingerprint } = umaskServer;
      for (const fileMode of [0o600, 0o640]) {
        const address = { host, port, user, fileMode };
        const secrets = { privateKey };
        expect(await send({ address, secrets, confirmed: fingerprint })).toBe('uploaded');
        expect(getMode(file.name).toString(8)).toBe(fileMode.toString(8));
        rmSync(join(sshd.folder, file.name));
      }
      await umaskServer.stop();
    }
  });

  it('sets mode 0600 although the unfinished file was open to all', async () => {
    const unfinished = join(sshd.folder, `${file.name}.part`);
    writeFileSync(unfinished, 'HEADER');
    chmodSync(unfinished, 0o666);
    expect(await send()).toBe('uploaded');
    expect(getMode(file.name)).toBe(0o600);
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
    'sends nothing to a server that supports only SHA-1 for the %s',
    async (_what, config, hostKeyType) => {
      const sha1Server = await startOpenSsh({ config, hostKeyType });
      const { host, port, user, privateKey } = sha1Server;
      const answer = await send({
        address: { host, port, user },
        secrets: { privateKey },
        confirmed: 'any',
      });
      expect(answer).toBe('weak-server');
      expect(presentedKeys).toEqual([]);
      expect(readdirSync(sha1Server.folder)).toEqual([]);
      await sha1Server.stop();
    },
  );

  it.each([
    [
      'newer key exchange methods',
      ['KexAlgorithms sntrup761x25519-sha512@openssh.com'],
      'no-common-method',
    ],
    [
      'newer packet digests',
      ['MACs umac-128-etm@openssh.com', 'Ciphers aes256-ctr'],
      'no-common-method',
    ],
    [
      'old ciphers beside new packet digests',
      ['Ciphers aes256-cbc', 'MACs hmac-sha2-256-etm@openssh.com'],
      'weak-server',
    ],
  ])('names whose list is short when a server offers only %s', async (_what, config, reason) => {
    const strictServer = await startOpenSsh({ config });
    try {
      const { port, privateKey } = strictServer;
      const options = { address: { port }, secrets: { privateKey }, confirmed: 'any' };
      expect(await send(options)).toBe(reason);
      expect(presentedKeys).toEqual([]);
    } finally {
      await strictServer.stop();
    }
  });

  it.each([
    'KexAlgorithms curve25519-sha256',
    'KexAlgorithms ecdh-sha2-nistp521',
    'KexAlgorithms diffie-hellman-group18-sha512',
    'Ciphers chacha20-poly1305@openssh.com',
    'Ciphers aes256-gcm@openssh.com',
    'MACs hmac-sha2-512-etm@openssh.com',
  ])('uploads to a server that offers only one of OpenSSH’s methods: %s', async (line) => {
    const strictServer = await startOpenSsh({ config: [line] });
    try {
      const { port, privateKey } = strictServer;
      const options = { address: { port }, secrets: { privateKey }, confirmed: 'any' };
      expect(await send(options)).toBe('uploaded');
    } finally {
      await strictServer.stop();
    }
  });

  it('uploads to a server with an RSA key and a SHA-2 signature', async () => {
    const rsa = await startOpenSsh({ hostKeyType: 'rsa' });
    const { host, port, user, privateKey, folder: serverFolder } = rsa;
    const answer = await send({
      address: { host, port, user },
      secrets: { privateKey },
      confirmed: 'any',
    });
    expect(answer).toBe('uploaded');
    expect(readdirSync(serverFolder)).toEqual([file.name]);
    await rsa.stop();
  });

  it('finds the key of a fingerprint among the keys of a server', async () => {
    const ecdsaKey = createKeyPair(mkdtempSync(join(folder, 'key-')), 'ecdsa', 'ecdsa');
    const ed25519Key = createKeyPair(mkdtempSync(join(folder, 'key-')), 'ed25519');
    const server = await startOpenSsh({
      hostKeyType: 'rsa',
      config: [`HostKey ${ecdsaKey}`, `HostKey ${ed25519Key}`],
    });
    try {
      const { port, privateKey } = server;
      const options = { address: { port }, secrets: { privateKey }, keyType: UNKNOWN_KEY_TYPE };
      expect(await send({ ...options, confirmed: server.fingerprint })).toBe('uploaded');
      const shownTypes = ['ssh-ed25519', 'ecdsa-sha2-nistp256', 'ssh-rsa'];
      expect(presentedKeys.map(({ keyType }) => keyType)).toEqual(shownTypes);
      const otherKey = `SHA256:${'x'.repeat(43)}`;
      expect(await send({ ...options, confirmed: otherKey })).toBe('host-key-changed');
      expect(presentedKeys.map(({ keyType }) => keyType)).toEqual(shownTypes);
    } finally {
      await server.stop();
    }
  });

  it('uploads into the configured folder', async () => {
    mkdirSync(join(sshd.folder, 'in'));
    expect(await send({ address: { folder: 'in/' } })).toBe('uploaded');
    expect(readdirSync(join(sshd.folder, 'in'))).toEqual([file.name]);
  });

  it('logs in with the correct password and not with another', async () => {
    const wrong = { privateKey: null, password: 'otra' };
    expect(await send({ secrets: wrong })).toBe('login-refused');
    expect(listRemoteFiles()).toEqual([]);
    // Only root can set a password for the test server.
    if (sshd.password === null) return;
    const right = { privateKey: null, password: sshd.password };
    expect(await send({ secrets: right })).toBe('uploaded');
  });

  it.each(['publickey,password', 'password,publickey'])(
    'logs in to a server that wants %s',
    async (methods) => {
      const strictServer = await startOpenSsh({ config: [`AuthenticationMethods ${methods}`] });
      try {
        const { port, privateKey, password } = strictServer;
        const options = { address: { port }, confirmed: 'any' };
        const onlyKey = { privateKey, password: null };
        expect(await send({ ...options, secrets: onlyKey })).toBe('login-refused');
        const wrong = { privateKey, password: 'otra' };
        expect(await send({ ...options, secrets: wrong })).toBe('login-refused');
        // Only root can set a password for the test server.
        if (password === null) return;
        expect(await send({ ...options, secrets: { privateKey, password } })).toBe('uploaded');
      } finally {
        await strictServer.stop();
      }
    },
  );

  it('logs in with the methods left in any order', async () => {
    const oddServer = await startMisbehavingServer();
    const secrets = { privateKey: sshd.privateKey, password: 'secreta' };
    const options = { address: { port: oddServer.port }, confirmed: 'any' };
    try {
      for (const methods of [
        ['password', 'publickey', 'keyboard-interactive'],
        ['keyboard-interactive', 'publickey'],
        ['publickey', 'keyboard-interactive', 'password'],
      ] as const) {
        oddServer.loginMethods = methods;
        oddServer.files.clear();
        expect(await send({ ...options, secrets })).toBe('uploaded');
      }
      oddServer.loginMethods = ['publickey', 'hostbased'];
      expect(await send({ ...options, secrets })).toBe('login-refused');
    } finally {
      await oddServer.close();
    }
  });

  it.each(['ed25519', 'rsa', 'ecdsa'])('logs in with a PKCS#8 key of type %s', async (type) => {
    const { key, authorizedKeys } = createPkcs8Key(type);
    const keyServer = await startOpenSsh({ config: [`AuthorizedKeysFile ${authorizedKeys}`] });
    try {
      const options = { address: { port: keyServer.port }, confirmed: 'any' };
      expect(await send({ ...options, secrets: { privateKey: key } })).toBe('uploaded');
      // Files that a Windows program wrote.
      const windowsKey = key.replaceAll('\n', '\r\n');
      expect(await send({ ...options, secrets: { privateKey: windowsKey } })).toBe('was-there');
    } finally {
      await keyServer.stop();
    }
  });

  it('rejects an encrypted PKCS#8 key as unreadable', async () => {
    const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
      type: 'pkcs8',
      format: 'pem',
      cipher: 'aes-256-cbc',
      passphrase: 'secreta',
    });
    expect(await send({ secrets: { privateKey: key.toString() } })).toBe('bad-key');
  });

  it('rejects an unknown and an unreadable private key', async () => {
    const otherKey = readFileSync(
      createKeyPair(mkdtempSync(join(folder, 'key-')), 'other'),
      'utf8',
    );
    expect(await send({ secrets: { privateKey: otherKey } })).toBe('login-refused');
    expect(await send({ secrets: { privateKey: 'no key at all' } })).toBe('bad-key');
  });

  it('sends nothing when the host key is unconfirmed or differs', async () => {
    expect(await send({ confirmed: null })).toBe('host-key-new');
    expect(presentedKeys).toEqual([{ keyType: 'ssh-ed25519', fingerprint: sshd.fingerprint }]);
    expect(await send({ confirmed: `SHA256:${'x'.repeat(43)}` })).toBe('host-key-changed');
    expect(listRemoteFiles()).toEqual([]);
  });

  it('reports was-there for the same file and never touches another one', async () => {
    expect(await send()).toBe('uploaded');
    expect(await send()).toBe('was-there');
    const same = Buffer.from(readRemoteFile());
    same[0] = 0x58;
    for (const otherContent of [same, Buffer.from('another length')]) {
      writeFileSync(join(sshd.folder, file.name), otherContent);
      expect(await send()).toBe('another-file');
      expect(readRemoteFile().equals(otherContent)).toBe(true);
    }
    expect(listRemoteFiles()).toEqual([file.name]);
  });

  it('replaces the unfinished file of an earlier attempt', async () => {
    writeFileSync(join(sshd.folder, `${file.name}.part`), randomBytes(100_000));
    expect(await send()).toBe('uploaded');
    expect(listRemoteFiles()).toEqual([file.name]);
  });

  it('resends after a lost response only when the file is complete under its temporary name', async () => {
    const options = { isInDoubt: true };
    expect(await send(options)).toBe('may-have-arrived');
    writeFileSync(join(sshd.folder, `${file.name}.part`), readFileSync(file.path).subarray(1));
    expect(await send(options)).toBe('may-have-arrived');
    expect(listRemoteFiles()).toEqual([`${file.name}.part`]);
    expect(doubts).toBe(0);
    writeFileSync(join(sshd.folder, `${file.name}.part`), readFileSync(file.path));
    expect(await send(options)).toBe('uploaded');
    expect(listRemoteFiles()).toEqual([file.name]);
    expect(await send(options)).toBe('was-there');
  });

  it('reports a missing folder and a read-only folder', async () => {
    expect(await send({ address: { folder: 'nowhere' } })).toBe('no-folder');
    const readOnlyServer = await startOpenSsh({ isReadOnly: true });
    try {
      const { port, privateKey, fingerprint } = readOnlyServer;
      const options = { address: { port }, secrets: { privateKey }, confirmed: fingerprint };
      expect(await send(options)).toBe('no-permission');
    } finally {
      await readOnlyServer.stop();
    }
  });

  it('uploads into a folder that the login cannot list', async () => {
    const dropFolder = join(sshd.folder, 'drop');
    mkdirSync(dropFolder, { mode: 0o300 });
    expect(await send({ address: { folder: 'drop' } })).toBe('uploaded');
    chmodSync(dropFolder, 0o700);
    expect(readdirSync(dropFolder)).toEqual([file.name]);
  });

  it('sends nothing to a server that does not let it see its files', async () => {
    const dropServer = await startOpenSsh({
      config: ['ForceCommand internal-sftp -P stat,lstat,fstat,opendir'],
    });
    try {
      const { port, privateKey, folder: serverFolder } = dropServer;
      const options = { address: { port }, secrets: { privateKey }, confirmed: 'any' };
      expect(await send(options)).toBe('stat-denied');
      expect(readdirSync(serverFolder)).toEqual([]);
    } finally {
      await dropServer.stop();
    }
  });

  it('reports a refused connection and an unknown host name', async () => {
    const closedGate = await openConnectionGate(sshd);
    await closedGate.close();
    expect(await send({ address: { port: closedGate.port } })).toBe('refused');
    expect(await send({ address: { host: 'no-such-host.invalid' } })).toBe('name-not-found');
    // The resolver would read it as 127.0.0.1, where the server listens.
    expect(await send({ address: { host: '127.0.0.01' } })).toBe('name-not-found');
  });

  it.each([
    ['before the first byte', 0],
    ['in the middle of the file', 60_000],
  ])('times out when the server hangs %s', async (_when, afterBytes) => {
    file = writeFile(randomBytes(400_000));
    gate.set({ kind: 'hang', afterBytes });
    expect(await send({ address: { port: gate.port }, timeouts: SHORT })).toBe('silent');
    expect(existsSync(join(sshd.folder, file.name))).toBe(false);
    expect(doubts).toBe(0);
  });

  it.each([
    ['at the handshake', 100],
    ['in the middle of the file', 60_000],
    ['in the middle of the file, later', 200_000],
  ])('reports a connection cut %s and succeeds at the next attempt', async (_when, afterBytes) => {
    file = writeFile(randomBytes(400_000));
    gate.set({ kind: 'cut', afterBytes });
    expect(await send({ address: { port: gate.port } })).toBe('broke-off');
    expect(existsSync(join(sshd.folder, file.name))).toBe(false);
    gate.set(null);
    expect(await send({ address: { port: gate.port } })).toBe('uploaded');
    expect(listRemoteFiles()).toEqual([file.name]);
  });

  it('reports no-room when the disk is full and leaves no file', async () => {
    const fullServer = await startOpenSsh({ mostKilobytes: 64 });
    try {
      file = writeFile(randomBytes(400_000));
      const { port, privateKey, fingerprint } = fullServer;
      const options = { address: { port }, secrets: { privateKey }, confirmed: fingerprint };
      expect(await send(options)).toBe('no-room');
      expect(readdirSync(fullServer.folder)).toEqual([]);
      expect(doubts).toBe(0);
    } finally {
      await fullServer.stop();
    }
  });

  it('reports a server that is not SFTP', async () => {
    const httpServer = createHttpServer((_request, response) => response.end('hello'));
    const silentServer = createServer(() => {});
    const listen = (server: Server): Promise<number> =>
      new Promise((resolve) => {
        server.listen(0, '127.0.0.1', () => {
          const address = server.address();
          resolve(typeof address === 'object' && address !== null ? address.port : 0);
        });
      });
    const open = new Set<{ destroy(): void }>();
    for (const server of [httpServer, silentServer])
      server.on('connection', (socket) => open.add(socket));
    try {
      const httpPort = await listen(httpServer);
      expect(await send({ address: { port: httpPort }, timeouts: SHORT })).toBe('not-sftp');
      const silentPort = await listen(silentServer);
      expect(await send({ address: { port: silentPort }, timeouts: SHORT })).toBe('silent');
    } finally {
      for (const socket of open) socket.destroy();
      httpServer.close();
      silentServer.close();
    }
  });

  it('stops at once when aborted', async () => {
    file = writeFile(randomBytes(400_000));
    gate.set({ kind: 'hang', afterBytes: 60_000 });
    const abortController = new AbortController();
    const pendingSend = send({ address: { port: gate.port }, signal: abortController.signal });
    setTimeout(() => abortController.abort(), 200);
    expect(await pendingSend).toBe('stopped');
  });

  it('sends nothing to a server that fails to report whether it has the file', async () => {
    const oddServer = await startMisbehavingServer();
    const options = { address: { port: oddServer.port } };
    try {
      oddServer.failingName = file.name;
      expect(await send({ ...options, confirmed: 'any' })).toBe('server-error');
      expect([...oddServer.files.keys()]).toEqual([]);
      oddServer.failingName = null;
      expect(await send({ ...options, confirmed: 'any' })).toBe('uploaded');
      expect(oddServer.files.get(file.name)).toEqual(readFileSync(file.path));
    } finally {
      await oddServer.close();
    }
  });

  it('reports may-have-arrived when the server collects the file and the response is lost', async () => {
    const oddServer = await startMisbehavingServer();
    const options = { address: { port: oddServer.port }, confirmed: 'any' };
    try {
      oddServer.disconnectsOnRename = true;
      expect(await send(options)).toBe('answer-lost');
      expect(doubts).toBe(1);
      expect(await send({ ...options, isInDoubt: true })).toBe('may-have-arrived');
      expect(oddServer.renamedNames).toEqual([file.name]);
      expect([...oddServer.files.keys()]).toEqual([]);
    } finally {
      await oddServer.close();
    }
  });

  it.each([
    ['takes', 'may-have-arrived'],
    ['takes-and-fails', 'may-have-arrived'],
    ['takes-and-disconnects', 'answer-lost'],
    ['disconnects-at-stat', 'answer-lost'],
  ] as const)(
    'sends one copy to a server that takes files at their closing: %s',
    async (onClose, reason) => {
      const oddServer = await startMisbehavingServer();
      const options = { address: { port: oddServer.port }, confirmed: 'any' };
      try {
        oddServer.onClose = onClose;
        expect(await send(options)).toBe(reason);
        expect(doubts).toBe(1);
        // Every retry begins with a look.
        for (let retry = 0; retry < 3; retry += 1) {
          expect(await send({ ...options, isInDoubt: doubts > 0 })).toMatch(
            /^(may-have-arrived|broke-off)$/,
          );
        }
        expect(oddServer.takenNames).toEqual([`${file.name}.part`]);
      } finally {
        await oddServer.close();
      }
    },
  );

  it.each([
    ['renames a file that is complete although its close failed', 1, 'uploaded', 1],
    ['removes a file that is incomplete after its failed close', 0.5, 'server-error', 0],
  ])('%s', async (_title, share, result, doubtsLeft) => {
    const oddServer = await startMisbehavingServer();
    try {
      oddServer.storedShareOnFailure = share;
      expect(await send({ address: { port: oddServer.port }, confirmed: 'any' })).toBe(result);
      expect(doubts).toBe(doubtsLeft);
      expect([...oddServer.files.keys()]).toEqual(result === 'uploaded' ? [file.name] : []);
    } finally {
      await oddServer.close();
    }
  });

  it('stays in doubt when the server answers without a size', async () => {
    const oddServer = await startMisbehavingServer();
    try {
      oddServer.isSizeOmitted = true;
      const options = { address: { port: oddServer.port }, confirmed: 'any' };
      expect(await send(options)).toBe('answer-lost');
      expect(doubts).toBe(1);
      expect(await send({ ...options, isInDoubt: true })).toBe('server-error');
      expect([...oddServer.files.keys()]).toEqual([`${file.name}.part`]);
    } finally {
      await oddServer.close();
    }
  });

  it('accepts a file by name and size when reading is denied and the upload was in doubt before', async () => {
    const oddServer = await startMisbehavingServer();
    const options = { address: { port: oddServer.port }, confirmed: 'any' };
    try {
      oddServer.isReadDenied = true;
      oddServer.files.set(file.name, readFileSync(file.path));
      expect(await send(options)).toBe('another-file');
      expect(await send({ ...options, isInDoubt: true })).toBe('was-there');
      oddServer.files.set(file.name, readFileSync(file.path).subarray(1));
      expect(await send({ ...options, isInDoubt: true })).toBe('another-file');
    } finally {
      await oddServer.close();
    }
  });
});
