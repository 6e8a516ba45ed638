import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { Writable } from 'node:stream';
import type { AuthHandlerMiddleware } from 'ssh2';
import SftpClient from 'ssh2-sftp-client';
import { parseHost } from '../../../../shared/rules/index.ts';
import type { Clock } from '../../../platform/index.ts';
import {
  type HostKey,
  type OpenUploadServer,
  type RemoteFolder,
  type ServerAddress,
  type ServerSecrets,
  UNKNOWN_KEY_TYPE,
  UploadFailure,
  type UploadTimeouts,
} from '../upload-server.ts';
import { toReadablePrivateKey } from './private-key.ts';
import { createWatchdog, type Watchdog } from './watchdog.ts';

/**
 * SFTP over ssh2. The till owns the socket, because a client that closes gracefully waits for the
 * server.
 */

/** The SFTP session beneath the client. */
type Protocol = Awaited<ReturnType<SftpClient['connect']>>;

/**
 * No SHA-1: neither in a host key's signature, nor in the key exchange, nor in the MAC of each
 * packet. The library's default lists still include it.
 */
const RSA_SIGNATURES = ['rsa-sha2-512', 'rsa-sha2-256'] as const;
const HOST_KEY_TYPES = [
  'ssh-ed25519',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  ...RSA_SIGNATURES,
] as const;

const KEY_EXCHANGE_METHODS = [
  'curve25519-sha256',
  'curve25519-sha256@libssh.org',
  'ecdh-sha2-nistp256',
  'ecdh-sha2-nistp384',
  'ecdh-sha2-nistp521',
  'diffie-hellman-group-exchange-sha256',
  'diffie-hellman-group14-sha256',
  'diffie-hellman-group15-sha512',
  'diffie-hellman-group16-sha512',
  'diffie-hellman-group17-sha512',
  'diffie-hellman-group18-sha512',
] as const;
const MAC_ALGORITHMS = [
  'hmac-sha2-256-etm@openssh.com',
  'hmac-sha2-512-etm@openssh.com',
  'hmac-sha2-256',
  'hmac-sha2-512',
] as const;

const NO_SUCH_FILE = 2;
const PERMISSION_DENIED = 3;
const FAILURE = 4;
/** Status codes that the client itself creates for a lost connection, not the server. */
const NO_CONNECTION = 6;
const CONNECTION_LOST = 7;
const UNSUPPORTED = 8;
const NO_SPACE = 14;

export function createSftpConnector(clock: Clock, timeouts: UploadTimeouts): OpenUploadServer {
  const open = createSingleConnector(clock, timeouts);
  return async (address, secrets, options) => {
    const refusedKeyTypes = new Set<string>();
    let keyFailure: unknown = null;
    for (;;) {
      const refusedCount = refusedKeyTypes.size;
      try {
        return await open(address, secrets, { ...options, refusedKeyTypes });
      } catch (error) {
        // A fingerprint does not reveal its type, and a server shows one of its keys a connection.
        if (options.keyType !== UNKNOWN_KEY_TYPE) throw error;
        if (keyFailure !== null && isWithoutCommonMethod(error)) throw keyFailure;
        if (refusedKeyTypes.size === refusedCount || !hasOtherKeyType(refusedKeyTypes)) throw error;
        keyFailure = error;
      }
    }
  };
}

function hasOtherKeyType(refusedKeyTypes: ReadonlySet<string>): boolean {
  return HOST_KEY_TYPES.some((type) => !refusedKeyTypes.has(toKeyType(type)));
}

function isWithoutCommonMethod(error: unknown): boolean {
  return (
    error instanceof UploadFailure &&
    (error.problem.reason === 'weak-server' || error.problem.reason === 'no-common-method')
  );
}

/** Makes one connection. Adds the type of a key that is not confirmed to `refusedKeyTypes`. */
function createSingleConnector(clock: Clock, timeouts: UploadTimeouts) {
  return async (
    address: ServerAddress,
    secrets: ServerSecrets,
    options: Parameters<OpenUploadServer>[2] & {
      /** Types that are not requested any more. */
      readonly refusedKeyTypes: Set<string>;
    },
  ): Promise<RemoteFolder> => {
    const socket = await connectSocket(
      address,
      createWatchdog(clock, options.signal),
      timeouts.connectTimeoutMs,
    );
    const watchdog = createWatchdog(clock, options.signal, () => socket.destroy());
    const client = new SftpClient('daily-file', {});
    const received: { key: HostKey | null; error: unknown } = { key: null, error: null };
    client.on('error', (error: unknown) => {
      received.error ??= error;
    });
    // Some servers request the password by keyboard-interactive login.
    client.on('keyboard-interactive', (_name, _text, _language, prompts: unknown[], answer) => {
      answer(prompts.map(() => secrets.password ?? ''));
    });
    let isConfirmed = true;
    let offeredMethods: readonly string[] = [];
    const { password, privateKey } = secrets;
    try {
      const sftp = await watchdog.runWithin(
        timeouts.connectTimeoutMs,
        client.connect({
          sock: socket,
          username: address.user,
          readyTimeout: 0,
          ...(password === null ? {} : { password, tryKeyboard: true }),
          ...(privateKey === null ? {} : { privateKey: toReadablePrivateKey(privateKey) }),
          authHandler: createLoginMethods(secrets),
          // The library tells only its debug log what the server offers.
          debug: (line) => {
            const list = /^Handshake: \(remote\) [^:]*: (.*)$/.exec(line)?.[1];
            if (list !== undefined) offeredMethods = list.split(',');
          },
          algorithms: {
            kex: [...KEY_EXCHANGE_METHODS],
            serverHostKey: sortHostKeyTypes(options.keyType).filter(
              (type) => !options.refusedKeyTypes.has(toKeyType(type)),
            ),
            hmac: [...MAC_ALGORITHMS],
          },
          hostVerifier: (blob: Buffer) => {
            received.key = toHostKey(blob);
            isConfirmed = options.isConfirmed(received.key);
            return isConfirmed;
          },
        }),
      );
      return await openFolder({ client, sftp, socket }, address, { watchdog, timeouts });
    } catch (error) {
      socket.destroy();
      watchdog.stop();
      if (!isConfirmed && received.key) {
        options.refusedKeyTypes.add(received.key.keyType);
        const reason = options.keyType === null ? 'host-key-new' : 'host-key-changed';
        throw new UploadFailure(reason, received.key.fingerprint);
      }
      const failure = toUploadFailure(received.error ?? error, error);
      const hasNewerMethod = offeredMethods.some((method) => !isOutdatedMethod(method));
      if (failure.problem.reason === 'weak-server' && hasNewerMethod)
        throw new UploadFailure('no-common-method');
      throw failure;
    }
  };
}

type LoginMethod = 'none' | 'publickey' | 'password' | 'keyboard-interactive';

/**
 * Returns the next login method to try; false if none is left. `none` makes the server list its
 * methods. A server may want several, one after the other: what it refused before may be the next.
 */
function createLoginMethods({ password, privateKey }: ServerSecrets): AuthHandlerMiddleware {
  const remaining = new Set<LoginMethod>([
    ...(privateKey === null ? [] : (['publickey'] as const)),
    ...(password === null ? [] : (['password', 'keyboard-interactive'] as const)),
  ]);
  const refused = new Set<LoginMethod>();
  let current: LoginMethod = 'none';
  return (methodsLeft: readonly string[] | null, isPartialSuccess): LoginMethod | false => {
    if (methodsLeft === null) return current;
    if (isPartialSuccess) {
      remaining.delete(current);
      refused.clear();
    } else refused.add(current);
    const untried = [...remaining].filter((method) => !refused.has(method));
    // A server's list may be wrong, so the others are tried after those that it lists.
    const next = untried.find((method) => methodsLeft.includes(method)) ?? untried[0];
    if (next !== undefined) current = next;
    return next ?? false;
  };
}

/** True for names of the methods that OpenSSH no longer offers, and for markers that are no method. */
function isOutdatedMethod(name: string): boolean {
  return /sha1|md5|-cbc|arcfour|ripemd|^ssh-(rsa|dss)|^none$|^ext-info-|^kex-strict-|^$/.test(name);
}

async function connectSocket(
  address: ServerAddress,
  watchdog: Watchdog,
  timeoutMs: number,
): Promise<Socket> {
  // An earlier version stored it; the resolver would read `127.0.0.010` as another address.
  if (parseHost(address.host) === null) throw new UploadFailure('name-not-found');
  const socket = connect({ host: address.host, port: address.port, noDelay: true });
  try {
    await watchdog.runWithin(
      timeoutMs,
      new Promise<void>((resolve, reject) => {
        socket.once('connect', () => resolve());
        socket.once('error', reject);
      }),
    );
    return socket;
  } catch (error) {
    socket.on('error', () => {});
    socket.destroy();
    throw error instanceof UploadFailure ? error : new UploadFailure(toConnectFailureReason(error));
  } finally {
    watchdog.stop();
  }
}

function toConnectFailureReason(
  error: unknown,
): 'name-not-found' | 'refused' | 'silent' | 'unreachable' {
  switch (getErrorCode(error)) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'name-not-found';
    case 'ECONNREFUSED':
      return 'refused';
    case 'ETIMEDOUT':
      return 'silent';
    default:
      return 'unreachable';
  }
}

/** Puts the confirmed key type first, so that a server with several keys presents the same one. */
function sortHostKeyTypes(keyType: string | null): (typeof HOST_KEY_TYPES)[number][] {
  const isConfirmedType = (type: (typeof HOST_KEY_TYPES)[number]): boolean =>
    toKeyType(type) === keyType;
  return [
    ...HOST_KEY_TYPES.filter(isConfirmedType),
    ...HOST_KEY_TYPES.filter((type) => !isConfirmedType(type)),
  ];
}

/** Returns the type of the keys that sign by this method. */
function toKeyType(signature: (typeof HOST_KEY_TYPES)[number]): string {
  return RSA_SIGNATURES.some((rsa) => rsa === signature) ? 'ssh-rsa' : signature;
}

function toHostKey(blob: Buffer): HostKey {
  const keyType = blob.subarray(4, 4 + blob.readUInt32BE(0)).toString('latin1');
  const digest = createHash('sha256').update(blob).digest('base64').replace(/=+$/, '');
  return { keyType, fingerprint: `SHA256:${digest}` };
}

async function openFolder(
  {
    client,
    sftp,
    socket,
  }: { readonly client: SftpClient; readonly sftp: Protocol; readonly socket: Socket },
  address: ServerAddress,
  { watchdog, timeouts }: { readonly watchdog: Watchdog; readonly timeouts: UploadTimeouts },
): Promise<RemoteFolder> {
  const folder = address.folder.replace(/(?<=.)\/+$/, '');
  const getPath = (name: string): string =>
    folder === '' ? name : folder === '/' ? `/${name}` : `${folder}/${name}`;
  const runStep = async <Value>(work: Promise<Value>): Promise<Value> => {
    try {
      return await watchdog.runWithin(timeouts.requestTimeoutMs, work);
    } catch (error) {
      throw toUploadFailure(error, error);
    }
  };
  const readSizeAt = async (path: string): Promise<number | null> => {
    try {
      return await watchdog.runWithin(timeouts.requestTimeoutMs, readRemoteSize(sftp, path));
    } catch (error) {
      const code = getErrorCode(error);
      if (code === NO_SUCH_FILE) return null;
      if (code === PERMISSION_DENIED || code === UNSUPPORTED)
        throw new UploadFailure('stat-denied');
      throw toUploadFailure(error, error);
    }
  };

  /**
   * Sets the mode of a file that existed before, or whose mode the server's umask restricted. A
   * server without permissions may refuse.
   */
  const setMode = async (path: string): Promise<void> => {
    try {
      await watchdog.runWithin(
        timeouts.requestTimeoutMs,
        updateRemoteMode(sftp, path, address.fileMode),
      );
    } catch (error) {
      if (!isServerStatus(error)) throw error;
    }
  };

  if ((await readSizeAt(folder === '' ? '.' : folder)) === null)
    throw new UploadFailure('no-folder');
  return {
    readSize: (name) => readSizeAt(getPath(name)),
    computeDigest: async (name) => {
      const hash = createHash('sha256');
      const sink = new Writable({
        write: (piece: Buffer, _encoding, done) => {
          watchdog.restartTimer();
          hash.update(piece);
          done();
        },
      });
      try {
        await watchdog.runWithin(timeouts.stallTimeoutMs, client.get(getPath(name), sink));
      } catch (error) {
        throw toUploadFailure(error, error);
      }
      return hash.digest('hex');
    },
    upload: async (localFile, name, beforeClose) => {
      const path = getPath(name);
      let handle: Buffer;
      try {
        handle = await watchdog.runWithin(
          timeouts.stallTimeoutMs,
          writeRemoteFile(sftp, localFile, path, address.fileMode, watchdog.restartTimer),
        );
        await setMode(path);
      } catch (error) {
        const failure = toUploadFailure(error, error);
        throw getErrorCode(error) === FAILURE ? new UploadFailure('no-room') : failure;
      }
      await beforeClose();
      await runStep(closeRemoteFile(sftp, handle));
    },
    rename: async (from, to) => void (await runStep(client.rename(getPath(from), getPath(to)))),
    remove: async (name) => {
      await runStep(client.delete(getPath(name), true)).catch(() => {});
    },
    tryRemove: async (name) => {
      try {
        await watchdog.runWithin(timeouts.requestTimeoutMs, removeRemoteFile(sftp, getPath(name)));
        return true;
      } catch (error) {
        if (isServerStatus(error)) return false;
        throw toUploadFailure(error, error);
      }
    },
    close: () => {
      watchdog.stop();
      socket.destroy();
    },
  };
}

/** Prefers the client's own errors: they contain more than the errors that its library derives. */
function toUploadFailure(first: unknown, last: unknown): UploadFailure {
  if (last instanceof UploadFailure) return last;
  if (first instanceof UploadFailure) return first;
  const text = `${getErrorMessage(first)} ${getErrorMessage(last)}`;
  if (/privateKey|passphrase|private key/i.test(text)) return new UploadFailure('bad-key');
  if (getErrorLevel(first) === 'client-authentication') return new UploadFailure('login-refused');
  for (const error of [last, first]) {
    switch (getErrorCode(error)) {
      case NO_SUCH_FILE:
        return new UploadFailure('no-folder');
      case PERMISSION_DENIED:
        return new UploadFailure('no-permission');
      case NO_SPACE:
        return new UploadFailure('no-room');
    }
    if (isServerStatus(error)) return new UploadFailure('server-error');
  }
  if (/no matching/i.test(text)) return new UploadFailure('weak-server');
  if (/subsystem|identification|before handshake|handshake failed/i.test(text)) {
    return new UploadFailure('not-sftp');
  }
  return new UploadFailure('broke-off');
}

/** True if the server itself sent the status. */
function isServerStatus(error: unknown): boolean {
  const code = getErrorCode(error);
  return typeof code === 'number' && code !== NO_CONNECTION && code !== CONNECTION_LOST;
}

/**
 * Uses the session directly: the client's `stat` treats a general failure of the server as a
 * missing file. An answer without a size is unknown, and says nothing about the file.
 */
function readRemoteSize(sftp: Protocol, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    sftp.stat(path, (error, stats: { readonly size?: number }) => {
      if (error) reject(error);
      else if (stats.size === undefined) reject(new UploadFailure('server-error'));
      else resolve(stats.size);
    });
  });
}

/**
 * Writes the whole file and leaves it open, because a server may take a file at its close. After a
 * failure too it stays open until it was removed, or the connection ends.
 */
async function writeRemoteFile(
  sftp: Protocol,
  localFile: string,
  path: string,
  mode: number,
  onProgress: () => void,
): Promise<Buffer> {
  const handle = await new Promise<Buffer>((resolve, reject) => {
    // The file has this mode from its first byte on, if the server's umask allows.
    sftp.open(path, 'w', { mode }, (error, opened) => (error ? reject(error) : resolve(opened)));
  });
  let position = 0;
  for await (const piece of createReadStream(localFile)) {
    onProgress();
    await new Promise<void>((resolve, reject) => {
      sftp.write(handle, piece, 0, piece.length, position, (error) =>
        error ? reject(error) : resolve(),
      );
    });
    position += piece.length;
  }
  return handle;
}

function closeRemoteFile(sftp: Protocol, handle: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    sftp.close(handle, (error) => (error ? reject(error) : resolve()));
  });
}

function updateRemoteMode(sftp: Protocol, path: string, mode: number): Promise<void> {
  return new Promise((resolve, reject) => {
    sftp.chmod(path, mode, (error) => (error ? reject(error) : resolve()));
  });
}

/** Uses the session directly: the client's `delete` may report a missing file as removed. */
function removeRemoteFile(sftp: Protocol, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    sftp.unlink(path, (error) => (error ? reject(error) : resolve()));
  });
}

function getErrorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null;
}

function getErrorLevel(error: unknown): unknown {
  return error instanceof Error && 'level' in error ? error.level : null;
}

function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : '';
}
