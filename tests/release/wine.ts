import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Runs a Windows installer under wine, in a separate Debian that debootstrap creates in out/wine,
 * from the mirror that apt uses, once for all runs. Installing wine for 32-bit programs, such as an
 * installer, would change the packages of the computer itself.
 */

const SCRIPTS = join(import.meta.dirname, 'wine');
const PACKAGES = ['wine', 'wine64', 'wine32:i386', 'p7zip-full'];

/** Returns why wine cannot run here; null if it can, or can be installed. */
export function wineUnavailableReason(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'only root on Linux makes it';
  if (!hasCommand('apt-get')) return 'it is made of packages of Debian';
  return hasCommand('debootstrap') ||
    run('apt-get', ['install', '-y', '-q', 'debootstrap']).status === 0
    ? null
    : 'there is no debootstrap';
}

/**
 * Runs the installer in each case. Returns the result of each case, by its name in
 * tests/release/wine/life.sh.
 */
export function runInstallerUnderWine(setup: string, folder: string): ReadonlyMap<string, string> {
  const root = createRoot(folder);
  const srvFolder = join(root, 'srv');
  copyFileSync(setup, join(srvFolder, 'setup.exe'));
  for (const name of ['life.sh', 'unpack.sh']) {
    copyFileSync(join(SCRIPTS, name), join(srvFolder, name));
    chmodSync(join(srvFolder, name), 0o755);
  }
  const { stdout } = runInRoot(root, '/srv/life.sh');
  return new Map(
    stdout
      .split('\n')
      .map((line) => /^(.+) (\S+)$/.exec(line))
      .flatMap((match) => (match === null ? [] : [[match[1] ?? '', match[2] ?? '']])),
  );
}

function createRoot(folder: string): string {
  const root = join(folder, 'root');
  if (existsSync(root)) return root;
  // The root gets its name only when it is complete.
  const partialRoot = join(folder, 'root.part');
  rmSync(partialRoot, { recursive: true, force: true });
  mkdirSync(partialRoot, { recursive: true });
  const { codename, site } = findMirror();
  // The mounts are in a separate namespace: they are not visible outside, and end with it.
  const args = ['--mount', 'debootstrap', '--variant=minbase', codename, partialRoot, site];
  throwIfFailed(run('unshare', args));
  copyFileSync('/etc/resolv.conf', join(partialRoot, 'etc', 'resolv.conf'));
  const packages = PACKAGES.join(' ');
  throwIfFailed(
    runInRoot(
      partialRoot,
      `dpkg --add-architecture i386 && apt-get update -q &&
      apt-get install -y -q --no-install-recommends ${packages}`,
    ),
  );
  renameSync(partialRoot, root);
  return root;
}

function throwIfFailed({ status, stdout, stderr }: ReturnType<typeof run>): void {
  if (status !== 0) throw new Error(`there is no Debian for wine: ${stdout.slice(-500)}${stderr}`);
}

/** Returns the Debian mirror from which apt installs this computer's packages. */
function findMirror(): { readonly codename: string; readonly site: string } {
  const format = '$(CREATED_BY) $(ORIGIN) $(CODENAME) $(SITE)';
  const { stdout } = run('apt-get', ['indextargets', '--format', format]);
  for (const line of stdout.split('\n')) {
    const [createdBy, origin, codename = '-', site = ''] = line.split(' ');
    if (createdBy === 'Packages' && origin === 'Debian' && !codename.includes('-')) {
      return { codename, site };
    }
  }
  throw new Error('apt knows no mirror of Debian');
}

/** Runs a command in the root, with its own mounts and processes, which end with it. */
function runInRoot(root: string, commandLine: string): ReturnType<typeof run> {
  const enterScript = `mount -t proc proc "$0/proc" && mount -t tmpfs tmpfs "$0/tmp" &&
    mount --rbind /dev "$0/dev" && exec chroot "$0" sh -c "$1"`;
  return run(
    'unshare',
    ['--mount', '--pid', '--fork', 'sh', '-c', enterScript, root, commandLine],
    {
      PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
      HOME: '/root',
      LC_ALL: 'C.UTF-8',
      DEBIAN_FRONTEND: 'noninteractive',
      WINEDEBUG: '-all',
      // wine must neither ask to download anything nor create menus.
      WINEDLLOVERRIDES: 'mscoree,mshtml=;winemenubuilder.exe=d',
    },
  );
}

function hasCommand(command: string): boolean {
  return run('sh', ['-c', `command -v ${command}`]).status === 0;
}

function run(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): { readonly status: number | null; readonly stdout: string; readonly stderr: string } {
  const { status, stdout, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    maxBuffer: 64 << 20,
    env,
  });
  return { status, stdout: stdout ?? '', stderr: stderr ?? '' };
}
