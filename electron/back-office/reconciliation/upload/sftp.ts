import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { Transform, Writable } from 'node:stream';
import SftpClient from 'ssh2-sftp-client';
import type { Clock } from '../../../platform/index.ts';
import {
  type HostKey,
  type OpenServer,
  type RemoteFolder,
  type ServerAddress,
  UploadFailure,
  type UploadTimeouts,
} from '../upload-server.ts';
import { createWatchdog, type Watchdog } from './watchdog.ts';

/**
 * SFTP over ssh2. The socket is ours, because a client that is asked to end politely would wait for
 * the server.
 */

/** The protocol beneath the client. */
type Protocol = Awaited<ReturnType<SftpClient['connect']>>;

/**
 * No SHA-1 anywhere: neither in a host key's signature, nor in the key exchange, nor in what
 * authenticates each packet. The library's own lists still have it.
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
/** Messages of the client itself about a lost connection, not of the server. */
const NO_CONNECTION = 6;
const CONNECTION_LOST = 7;
const NO_SPACE = 14;

export function createSftpConnector(clock: Clock, deadlines: UploadTimeouts): OpenServer {
  return async (address, secrets, options) => {
    const socket = await connectSocket(
      address,
      createWatchdog(clock, options.signal),
      deadlines.connectTimeoutMs,
    );
    const watch = createWatchdog(clock, options.signal, () => socket.destroy());
    const client = new SftpClient('daily-file', {});
    const seen: { key: HostKey | null; error: unknown } = { key: null, error: null };
    client.on('error', (error: unknown) => {
      seen.error ??= error;
    });
    // Some servers ask for the password as a question.
    client.on('keyboard-interactive', (_name, _text, _language, prompts: unknown[], answer) => {
      answer(prompts.map(() => secrets.password ?? ''));
    });
    let isConfirmed = true;
    try {
      const sftp = await watch.runWithin(
        deadlines.connectTimeoutMs,
        client.connect({
          sock: socket,
          username: address.user,
          readyTimeout: 0,
          ...(secrets.password === null ? {} : { password: secrets.password, tryKeyboard: true }),
          ...(secrets.privateKey === null ? {} : { privateKey: secrets.privateKey }),
          algorithms: {
            kex: [...KEY_EXCHANGE_METHODS],
            serverHostKey: sortHostKeyTypes(options.keyType),
            hmac: [...MAC_ALGORITHMS],
          },
          hostVerifier: (blob: Buffer) => {
            seen.key = toHostKey(blob);
            isConfirmed = options.isConfirmed(seen.key);
            return isConfirmed;
          },
        }),
      );
      return await openFolder({ client, sftp, socket }, address, { watch, deadlines });
    } catch (error) {
      socket.destroy();
      watch.stop();
      if (!isConfirmed && seen.key) {
        const reason = options.keyType === null ? 'host-key-new' : 'host-key-changed';
        throw new UploadFailure(reason, seen.key.fingerprint);
      }
      throw toUploadFailure(seen.error ?? error, error);
    }
  };
}

async function connectSocket(
  address: ServerAddress,
  watch: Watchdog,
  deadline: number,
): Promise<Socket> {
  const socket = connect({ host: address.host, port: address.port, noDelay: true });
  try {
    await watch.runWithin(
      deadline,
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
    watch.stop();
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

/** The type that was confirmed first: a server with several keys then shows the same one. */
function sortHostKeyTypes(keyType: string | null): (typeof HOST_KEY_TYPES)[number][] {
  const isWanted = (one: (typeof HOST_KEY_TYPES)[number]): boolean =>
    one === keyType || (keyType === 'ssh-rsa' && RSA_SIGNATURES.some((rsa) => rsa === one));
  return [...HOST_KEY_TYPES.filter(isWanted), ...HOST_KEY_TYPES.filter((one) => !isWanted(one))];
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
  { watch, deadlines }: { readonly watch: Watchdog; readonly deadlines: UploadTimeouts },
): Promise<RemoteFolder> {
  const folder = address.folder.replace(/(?<=.)\/+$/, '');
  const path = (name: string): string =>
    folder === '' ? name : folder === '/' ? `/${name}` : `${folder}/${name}`;
  const step = async <Value>(work: Promise<Value>): Promise<Value> => {
    try {
      return await watch.runWithin(deadlines.requestTimeoutMs, work);
    } catch (error) {
      throw toUploadFailure(error, error);
    }
  };
  const sizeAt = async (where: string): Promise<number | null> => {
    try {
      return await watch.runWithin(deadlines.requestTimeoutMs, readRemoteSize(sftp, where));
    } catch (error) {
      if (getErrorCode(error) === NO_SUCH_FILE) return null;
      throw toUploadFailure(error, error);
    }
  };

  /** One that was there before, or that a mask made stricter. A server without rights may refuse. */
  const setMode = async (where: string): Promise<void> => {
    try {
      await watch.runWithin(
        deadlines.requestTimeoutMs,
        updateRemoteMode(sftp, where, address.fileMode),
      );
    } catch (error) {
      if (!isServerStatus(error)) throw error;
    }
  };

  if ((await sizeAt(folder === '' ? '.' : folder)) === null) throw new UploadFailure('no-folder');
  return {
    readSize: (name) => sizeAt(path(name)),
    computeDigest: async (name) => {
      const hash = createHash('sha256');
      const into = new Writable({
        write: (piece: Buffer, _encoding, done) => {
          watch.restartTimer();
          hash.update(piece);
          done();
        },
      });
      try {
        await watch.runWithin(deadlines.stallTimeoutMs, client.get(path(name), into));
      } catch (error) {
        throw toUploadFailure(error, error);
      }
      return hash.digest('hex');
    },
    upload: async (localFile, name) => {
      const moving = new Transform({
        transform: (piece, _encoding, done) => {
          watch.restartTimer();
          done(null, piece);
        },
      });
      const reading = createReadStream(localFile);
      reading.once('error', (error) => moving.destroy(error));
      try {
        // A file has these rights from its first byte on, where the server's own mask allows.
        const writeStreamOptions = { mode: address.fileMode };
        await watch.runWithin(
          deadlines.stallTimeoutMs,
          client.put(reading.pipe(moving), path(name), { writeStreamOptions }),
        );
        await setMode(path(name));
      } catch (error) {
        const failure = toUploadFailure(error, error);
        throw getErrorCode(error) === FAILURE ? new UploadFailure('no-room') : failure;
      } finally {
        reading.destroy();
      }
    },
    rename: async (from, to) => void (await step(client.rename(path(from), path(to)))),
    remove: async (name) => {
      await step(client.delete(path(name), true)).catch(() => {});
    },
    takeAway: async (name) => {
      try {
        await watch.runWithin(deadlines.requestTimeoutMs, removeRemoteFile(sftp, path(name)));
        return true;
      } catch (error) {
        if (isServerStatus(error)) return false;
        throw toUploadFailure(error, error);
      }
    },
    close: () => {
      watch.stop();
      socket.destroy();
    },
  };
}

/** The client's own errors carry more than those that its library makes of them. */
function toUploadFailure(first: unknown, last: unknown): UploadFailure {
  if (last instanceof UploadFailure) return last;
  if (first instanceof UploadFailure) return first;
  const words = `${getErrorMessage(first)} ${getErrorMessage(last)}`;
  if (/privateKey|passphrase|private key/i.test(words)) return new UploadFailure('bad-key');
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
  if (/no matching/i.test(words)) return new UploadFailure('weak-server');
  if (/subsystem|identification|before handshake|handshake failed/i.test(words)) {
    return new UploadFailure('not-sftp');
  }
  return new UploadFailure('broke-off');
}

/** A status that the server itself sent. */
function isServerStatus(error: unknown): boolean {
  const code = getErrorCode(error);
  return typeof code === 'number' && code !== NO_CONNECTION && code !== CONNECTION_LOST;
}

/** The client's own `stat` treats a server's general failure as a missing file. */
function readRemoteSize(sftp: Protocol, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    sftp.stat(path, (error, found) => {
      if (error) reject(error);
      else resolve(found.size);
    });
  });
}

function updateRemoteMode(sftp: Protocol, path: string, mode: number): Promise<void> {
  return new Promise((resolve, reject) => {
    sftp.chmod(path, mode, (error) => (error ? reject(error) : resolve()));
  });
}

/** The client's own `delete` may take a missing file for a removed one. */
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
