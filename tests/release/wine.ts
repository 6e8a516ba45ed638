import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * An installer for Windows that really runs: under wine, in a Debian of its own that debootstrap makes
 * in out/wine, from the mirror that apt uses, once for all runs. Wine for programs of 32
 * bits, which an installer is, would change the packages of the computer itself.
 */

const SCRIPTS = join(import.meta.dirname, 'wine');
const PACKAGES = ['wine', 'wine64', 'wine32:i386', 'p7zip-full'];

/** Why there is none here; null where there is one, or can be. */
export function wineUnavailableReason(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'only root on Linux makes it';
  if (!has('apt-get')) return 'it is made of packages of Debian';
  return has('debootstrap') || run('apt-get', ['install', '-y', '-q', 'debootstrap']).status === 0
    ? null
    : 'there is no debootstrap';
}

/** What the installer does in each case: the words of tests/release/wine/life.sh, and what came of it. */
export function liveUnderWine(setup: string, folder: string): ReadonlyMap<string, string> {
  const root = madeRoot(folder);
  const inside = join(root, 'srv');
  copyFileSync(setup, join(inside, 'setup.exe'));
  for (const name of ['life.sh', 'unpack.sh']) {
    copyFileSync(join(SCRIPTS, name), join(inside, name));
    chmodSync(join(inside, name), 0o755);
  }
  const { stdout } = inRoot(root, '/srv/life.sh');
  return new Map(
    stdout
      .split('\n')
      .map((line) => /^(.+) (\S+)$/.exec(line))
      .flatMap((found) => (found === null ? [] : [[found[1] ?? '', found[2] ?? '']])),
  );
}

function madeRoot(folder: string): string {
  const root = join(folder, 'root');
  if (existsSync(root)) return root;
  // Under its name only once it is whole.
  const part = join(folder, 'root.part');
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { recursive: true });
  const { codename, site } = ownMirror();
  // What it mounts in there is not to be seen outside, and gone with it.
  const words = ['--mount', 'debootstrap', '--variant=minbase', codename, part, site];
  orThrow(run('unshare', words));
  copyFileSync('/etc/resolv.conf', join(part, 'etc', 'resolv.conf'));
  const packages = PACKAGES.join(' ');
  orThrow(
    inRoot(
      part,
      `dpkg --add-architecture i386 && apt-get update -q &&
      apt-get install -y -q --no-install-recommends ${packages}`,
    ),
  );
  renameSync(part, root);
  return root;
}

function orThrow({ status, stdout, stderr }: ReturnType<typeof run>): void {
  if (status !== 0) throw new Error(`there is no Debian for wine: ${stdout.slice(-500)}${stderr}`);
}

/** Where apt takes this computer's own packages from. */
function ownMirror(): { readonly codename: string; readonly site: string } {
  const format = '$(CREATED_BY) $(ORIGIN) $(CODENAME) $(SITE)';
  const { stdout } = run('apt-get', ['indextargets', '--format', format]);
  for (const line of stdout.split('\n')) {
    const [by, origin, codename = '-', site = ''] = line.split(' ');
    if (by === 'Packages' && origin === 'Debian' && !codename.includes('-')) {
      return { codename, site };
    }
  }
  throw new Error('apt knows no mirror of Debian');
}

/** With mounts and processes of its own, which are gone with it. */
function inRoot(root: string, line: string): ReturnType<typeof run> {
  const enter = `mount -t proc proc "$0/proc" && mount -t tmpfs tmpfs "$0/tmp" &&
    mount --rbind /dev "$0/dev" && exec chroot "$0" sh -c "$1"`;
  return run('unshare', ['--mount', '--pid', '--fork', 'sh', '-c', enter, root, line], {
    PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: '/root',
    LC_ALL: 'C.UTF-8',
    DEBIAN_FRONTEND: 'noninteractive',
    WINEDEBUG: '-all',
    // Nothing of it asks to be fetched, and no menus are written.
    WINEDLLOVERRIDES: 'mscoree,mshtml=;winemenubuilder.exe=d',
  });
}

function has(command: string): boolean {
  return run('sh', ['-c', `command -v ${command}`]).status === 0;
}

function run(
  command: string,
  words: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): { readonly status: number | null; readonly stdout: string; readonly stderr: string } {
  const { status, stdout, stderr } = spawnSync(command, words, {
    encoding: 'utf8',
    maxBuffer: 64 << 20,
    env,
  });
  return { status, stdout: stdout ?? '', stderr: stderr ?? '' };
}
