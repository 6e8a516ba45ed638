import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ssh2 from 'ssh2';

const { OK, FAILURE, NO_SUCH_FILE, PERMISSION_DENIED } = ssh2.utils.sftp.STATUS_CODE;
const { READ } = ssh2.utils.sftp.OPEN_MODE;

/** An SFTP server with behaviour that OpenSSH's never shows. */
export interface MisbehavingServer {
  readonly port: number;
  readonly files: Map<string, Buffer>;
  /** The names that files were renamed to, in order. */
  readonly renamedNames: string[];
  /** The names of the files that it took at their closing. */
  readonly takenNames: string[];
  /** A stat of the file of this name fails. */
  failingName: string | null;
  /** Reading is denied. */
  isReadDenied: boolean;
  /**
   * Takes a file as soon as it is closed, and then answers. Or it closes the connection instead (EOF
   * at close), or when it is asked for the file; or it answers with a failure.
   */
  onClose: 'takes' | 'takes-and-disconnects' | 'takes-and-fails' | 'disconnects-at-stat' | null;
  /** It takes no file, and reports a failure at its close. The file then has this share of its bytes. */
  storedShareOnFailure: number | null;
  /** Answers of a stat contain no size. */
  isSizeOmitted: boolean;
  /** Removes a file at its rename, and closes the connection before the response. */
  disconnectsOnRename: boolean;
  /** The login methods that it wants in this order; empty: it accepts every login. */
  loginMethods: readonly ssh2.AuthenticationType[];
  close(): Promise<void>;
}

export async function startMisbehavingServer(): Promise<MisbehavingServer> {
  const temporaryFolder = mkdtempSync(join(tmpdir(), 'till-odd-'));
  const key = join(temporaryFolder, 'host');
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
  const files = new Map<string, Buffer>();
  const handles: string[] = [];
  const state = {
    files,
    renamedNames: [] as string[],
    failingName: null as string | null,
    isReadDenied: false,
    onClose: null as MisbehavingServer['onClose'],
    storedShareOnFailure: null as number | null,
    isSizeOmitted: false,
    takenNames: [] as string[],
    disconnectsOnRename: false,
    loginMethods: [] as readonly ssh2.AuthenticationType[],
  };
  const server = new ssh2.Server({ hostKeys: [readFileSync(key)] }, (client) => {
    client.on('error', () => {});
    const missingMethods = [...state.loginMethods];
    client.on('authentication', (context) => {
      const isExpected = context.method === missingMethods[0];
      // The first request with a key only asks whether the key is acceptable.
      const isQuestion = context.method === 'publickey' && context.signature === undefined;
      if (isExpected && !isQuestion) missingMethods.shift();
      if (missingMethods.length === 0 || (isExpected && isQuestion)) context.accept();
      else context.reject(missingMethods.slice(0, 1), isExpected);
    });
    client.on('session', (accept) => {
      accept().on('sftp', (acceptSftp) => {
        const sftp = acceptSftp();
        const getName = (handle: Buffer): string => handles[handle.readUInt32BE(0)] ?? '';
        const handleStat = (id: number, path: string): void => {
          const content = files.get(path);
          if (state.onClose === 'disconnects-at-stat' && path.endsWith('.part')) client.end();
          else if (path === state.failingName) sftp.status(id, FAILURE);
          else if (path === '.') sftp.attrs(id, attributes(0o40755, 0));
          else if (content === undefined) sftp.status(id, NO_SUCH_FILE);
          else if (state.isSizeOmitted) sftp.attrs(id, {} as ssh2.Attributes);
          else sftp.attrs(id, attributes(0o100644, content.length));
        };
        sftp.on('STAT', handleStat);
        sftp.on('LSTAT', handleStat);
        sftp.on('OPEN', (id, path, flags) => {
          if (state.isReadDenied && (flags & READ) !== 0) return sftp.status(id, PERMISSION_DENIED);
          files.set(path, Buffer.alloc(0));
          const handle = Buffer.alloc(4);
          handle.writeUInt32BE(handles.push(path) - 1);
          sftp.handle(id, handle);
        });
        sftp.on('WRITE', (id, handle, offset, data) => {
          const content = files.get(getName(handle)) ?? Buffer.alloc(0);
          files.set(getName(handle), Buffer.concat([content.subarray(0, offset), data]));
          sftp.status(id, OK);
        });
        sftp.on('FSETSTAT', (id) => sftp.status(id, OK));
        sftp.on('CLOSE', (id, handle) => {
          const name = getName(handle);
          if (state.onClose !== null && name.endsWith('.part')) {
            files.delete(name);
            state.takenNames.push(name);
          }
          const share = state.storedShareOnFailure;
          const content = files.get(name);
          if (share !== null && content)
            files.set(name, content.subarray(0, content.length * share));
          if (state.onClose === 'takes-and-disconnects') client.end();
          else if (state.onClose === 'takes-and-fails' || share !== null) sftp.status(id, FAILURE);
          else sftp.status(id, OK);
        });
        sftp.on('REMOVE', (id, path) => sftp.status(id, files.delete(path) ? OK : NO_SUCH_FILE));
        sftp.on('RENAME', (id, from, to) => {
          const content = files.get(from);
          if (content === undefined || files.has(to)) return sftp.status(id, FAILURE);
          files.delete(from);
          state.renamedNames.push(to);
          if (state.disconnectsOnRename) return client.end();
          files.set(to, content);
          sftp.status(id, OK);
        });
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return Object.assign(state, {
    port: address.port,
    close: async () => {
      server.close();
      rmSync(temporaryFolder, { recursive: true, force: true });
    },
  });
}

function attributes(mode: number, size: number) {
  return { mode, uid: 0, gid: 0, size, atime: 0, mtime: 0 };
}
