import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

export interface OpenSsh {
  readonly host: '127.0.0.1';
  readonly port: number;
  readonly user: string;
  /** A private key that is let in, in OpenSSH's form. */
  readonly privateKey: string;
  /** What is let in as well; null where this machine does not let a test set one. */
  readonly password: string | null;
  /** `SHA256:…` of the key that it shows, as ssh-keygen says it. */
  readonly fingerprint: string;
  /** What the login opens; files that arrive stand here. */
  readonly folder: string;
  stop(): Promise<void>;
}

const SSHD = '/usr/sbin/sshd';

export async function startOpenSsh(
  options: {
    /** The port of an earlier one, which is gone. */
    readonly port?: number;
    /** The host key of an earlier one; its own where it is left out. */
    readonly hostKey?: string;
    /** No file grows beyond so many kilobytes: as on a disk without room. */
    readonly mostKilobytes?: number;
    /** The folder of an earlier one. */
    readonly folder?: string;
    /** Nobody may write anything. */
    readonly isReadOnly?: boolean;
    /** What the server takes away of a new file's rights; its own where it is left out. */
    readonly umask?: string;
    /** Lines before its configuration: the first of a kind counts. */
    readonly config?: readonly string[];
    /** Of its host key; ed25519 where it is left out. */
    readonly hostKeyType?: string;
  } = {},
): Promise<OpenSsh> {
  if (!existsSync(SSHD)) {
    throw new Error('this test needs an OpenSSH server: apt-get install openssh-server');
  }
  const own = mkdtempSync(join(tmpdir(), 'till-sshd-'));
  const folder = options.folder ?? join(own, 'home');
  mkdirSync(folder, { recursive: true });
  const hostKey = options.hostKey ?? createKeyPair(own, 'host', options.hostKeyType);
  const clientKey = createKeyPair(own, 'client');
  const port = options.port ?? (await findFreePort());
  const { username, uid } = userInfo();
  // Debian's server wants an empty folder of its own there, which its service makes elsewhere.
  if (uid === 0) mkdirSync('/run/sshd', { recursive: true });
  const config = join(own, 'sshd_config');
  writeFileSync(
    config,
    [
      ...(options.config ?? []),
      `Port ${port}`,
      'ListenAddress 127.0.0.1',
      `HostKey ${hostKey}`,
      `AuthorizedKeysFile ${clientKey}.pub`,
      'StrictModes no',
      'UsePAM no',
      'PermitRootLogin yes',
      'PasswordAuthentication yes',
      'MaxStartups 100',
      'PidFile none',
      'Subsystem sftp internal-sftp',
      `ForceCommand internal-sftp ${options.isReadOnly === true ? '-R ' : ''}${
        options.umask === undefined ? '' : `-u ${options.umask} `
      }-d ${folder}`,
      '',
    ].join('\n'),
  );
  const password = canMount() ? 'la-contraseña-de-la-prueba' : null;
  const child = startServerProcess(config, {
    own,
    username,
    password,
    most: options.mostKilobytes ?? null,
  });
  await waitUntilListening(child);
  return {
    host: '127.0.0.1',
    port,
    user: username,
    privateKey: readFileSync(clientKey, 'utf8'),
    password,
    fingerprint: getFingerprint(hostKey),
    folder,
    stop: async () => {
      const runs = child.exitCode === null && child.signalCode === null;
      const gone = runs ? once(child, 'exit') : null;
      // Its sessions are in its group.
      if (child.pid !== undefined && gone !== null) process.kill(-child.pid, 'SIGKILL');
      await gone;
      rmSync(own, { recursive: true, force: true });
    },
  };
}

/** Makes a key pair and answers the private one's path. */
export function createKeyPair(folder: string, name: string, type = 'ed25519'): string {
  const file = join(folder, name);
  execFileSync('ssh-keygen', ['-q', '-t', type, '-N', '', '-C', name, '-f', file]);
  return file;
}

function getFingerprint(key: string): string {
  const said = execFileSync('ssh-keygen', ['-l', '-E', 'sha256', '-f', `${key}.pub`], {
    encoding: 'utf8',
  });
  return said.split(' ')[1] ?? '';
}

function startServerProcess(
  config: string,
  how: {
    readonly own: string;
    readonly username: string;
    readonly password: string | null;
    readonly most: number | null;
  },
): ChildProcess {
  const shadow = join(how.own, 'shadow');
  if (how.password !== null)
    writeFileSync(shadow, createPasswordScript(how.username, how.password));
  const script = [
    ...(how.password === null ? [] : ['mount --bind "$2" /etc/shadow']),
    // A file that would grow beyond it is refused by the system, as one on a full disk.
    ...(how.most === null ? [] : [`trap '' XFSZ; ulimit -f ${how.most}`]),
    // It goes with the test's process, however that ends.
    'exec 3<&0; (cat <&3 >/dev/null; kill -9 -- -$$) &',
    `exec ${SSHD} -D -e -f "$1" 3<&-`,
  ].join('\n');
  const through = how.password === null ? [] : ['unshare', '-m'];
  const [command = '', ...words] = [...through, 'bash', '-c', script, 'sshd', config, shadow];
  return spawn(command, words, { stdio: ['pipe', 'ignore', 'pipe'], detached: true });
}

function createPasswordScript(username: string, password: string): string {
  const hash = execFileSync('openssl', ['passwd', '-6', '-stdin'], {
    input: password,
    encoding: 'utf8',
  }).trim();
  const lines = readFileSync('/etc/shadow', 'utf8').split('\n');
  return lines
    .map((line) => {
      const fields = line.split(':');
      if (fields[0] !== username) return line;
      return [username, hash, ...fields.slice(2)].join(':');
    })
    .join('\n');
}

function canMount(): boolean {
  return userInfo().uid === 0 && spawnSync('unshare', ['-m', 'true']).status === 0;
}

async function waitUntilListening(child: ChildProcess): Promise<void> {
  let said = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr?.on('data', (data) => {
      said += String(data);
      if (said.includes('Server listening')) resolve();
    });
    child.once('exit', () => reject(new Error(`sshd did not start:\n${said}`)));
    child.once('error', reject);
  });
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
