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
  /** A private key that the server accepts, in OpenSSH's format. */
  readonly privateKey: string;
  /** A password that the server accepts; null if this machine does not let a test set one. */
  readonly password: string | null;
  /** `SHA256:…` of the server's host key, as ssh-keygen prints it. */
  readonly fingerprint: string;
  /** The folder that the login opens; uploaded files are here. */
  readonly folder: string;
  stop(): Promise<void>;
}

const SSHD = '/usr/sbin/sshd';

export async function startOpenSsh(
  options: {
    /** The port of an earlier server that has stopped. */
    readonly port?: number;
    /** The host key of an earlier server; default: a new one. */
    readonly hostKey?: string;
    /** The maximum size of a file in kilobytes, as on a full disk. */
    readonly mostKilobytes?: number;
    /** The folder of an earlier server. */
    readonly folder?: string;
    /** Whether every write is refused. */
    readonly isReadOnly?: boolean;
    /** The server's umask for new files; default: that of OpenSSH. */
    readonly umask?: string;
    /** Lines before the default configuration: the first of a kind counts. */
    readonly config?: readonly string[];
    /** The type of the host key; default: ed25519. */
    readonly hostKeyType?: string;
  } = {},
): Promise<OpenSsh> {
  if (!existsSync(SSHD)) {
    throw new Error('this test needs an OpenSSH server: apt-get install openssh-server');
  }
  const workFolder = mkdtempSync(join(tmpdir(), 'till-sshd-'));
  const folder = options.folder ?? join(workFolder, 'home');
  mkdirSync(folder, { recursive: true });
  const hostKey = options.hostKey ?? createKeyPair(workFolder, 'host', options.hostKeyType);
  const clientKey = createKeyPair(workFolder, 'client');
  const port = options.port ?? (await findFreePort());
  const { username, uid } = userInfo();
  // Debian's server needs this empty folder, which its service otherwise creates.
  if (uid === 0) mkdirSync('/run/sshd', { recursive: true });
  const config = join(workFolder, 'sshd_config');
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
    workFolder,
    username,
    password,
    maxFileKilobytes: options.mostKilobytes ?? null,
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
      const isRunning = child.exitCode === null && child.signalCode === null;
      const exited = isRunning ? once(child, 'exit') : null;
      // The server's sessions are in its process group.
      if (child.pid !== undefined && exited !== null) process.kill(-child.pid, 'SIGKILL');
      await exited;
      rmSync(workFolder, { recursive: true, force: true });
    },
  };
}

/** Creates a key pair and returns the private key's path. */
export function createKeyPair(folder: string, name: string, type = 'ed25519'): string {
  const file = join(folder, name);
  execFileSync('ssh-keygen', ['-q', '-t', type, '-N', '', '-C', name, '-f', file]);
  return file;
}

function getFingerprint(key: string): string {
  const output = execFileSync('ssh-keygen', ['-l', '-E', 'sha256', '-f', `${key}.pub`], {
    encoding: 'utf8',
  });
  return output.split(' ')[1] ?? '';
}

function startServerProcess(
  config: string,
  options: {
    readonly workFolder: string;
    readonly username: string;
    readonly password: string | null;
    readonly maxFileKilobytes: number | null;
  },
): ChildProcess {
  const shadow = join(options.workFolder, 'shadow');
  if (options.password !== null)
    writeFileSync(shadow, createPasswordScript(options.username, options.password));
  const script = [
    ...(options.password === null ? [] : ['mount --bind "$2" /etc/shadow']),
    // The system refuses writes beyond this size, as on a full disk.
    ...(options.maxFileKilobytes === null
      ? []
      : [`trap '' XFSZ; ulimit -f ${options.maxFileKilobytes}`]),
    // The server ends with the test's process, however that ends.
    'exec 3<&0; (cat <&3 >/dev/null; kill -9 -- -$$) &',
    `exec ${SSHD} -D -e -f "$1" 3<&-`,
  ].join('\n');
  const wrapperCommand = options.password === null ? [] : ['unshare', '-m'];
  const [command = '', ...args] = [...wrapperCommand, 'bash', '-c', script, 'sshd', config, shadow];
  return spawn(command, args, { stdio: ['pipe', 'ignore', 'pipe'], detached: true });
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
  let output = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr?.on('data', (data) => {
      output += String(data);
      if (output.includes('Server listening')) resolve();
    });
    child.once('exit', () => reject(new Error(`sshd did not start:\n${output}`)));
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
