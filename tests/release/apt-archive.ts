import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { publishDeb, type Ring, renewRing } from '../../build/release/apt/archive.ts';
import { openOverlay } from '../../build/release/verify/overlay.ts';
import { writeDebWithVersion } from '../../build/release/verify/write-deb-with-version.ts';
import { runNpmCommand } from './installers.ts';

export function gpgUnavailableReason(): string | null {
  return spawnSync('gpg', ['--version']).status === 0 ? null : 'there is no gpg';
}

/** The steps of `tryArchive` and their expected results. */
export const EXPECTED_APT_RESULTS = {
  'the stand-in is not published': true,
  'mode of the lists with umask 077': '644',
  'an unsigned publication is refused': true,
  'a first installation by ring0': '1.0',
  'a version that ring0 has, stable has not': '1.0',
  'for 0 % of the tills': '1.0',
  'for all of them': '1.1',
  'an older version is not published': true,
  'the same version with other bytes is not published': true,
  'lists that were changed': 'refused',
  'lists that another key signed': 'refused',
  'lists that are too old': 'refused',
  'lists as they should be': 'taken',
  'a deb that was changed': 'refused',
};

/** A computer may be configured to accept lists of any age. */
const APT_OPTIONS =
  '-o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts=/shared/sources -o Acquire::Check-Valid-Until=true -o Acquire::Check-Date=true';
const PACKAGES_PATH = 'main/binary-amd64/Packages';

/**
 * Runs real apt in the overlay, with temporary keys, on an archive that is created and then
 * tampered with. Returns the result of each step.
 */
export async function runAptArchiveTest(
  output: string,
  folders: { make(): string },
): Promise<Record<keyof typeof EXPECTED_APT_RESULTS, unknown>> {
  const umaskBefore = process.umask(0o022);
  const shared = folders.make();
  // apt reads the files as its own user.
  chmodSync(shared, 0o755);
  const archive = join(shared, 'archive');
  mkdirSync(join(shared, 'sources'));
  const home = folders.make();
  const homeBefore = process.env.GNUPGHOME;
  process.env.GNUPGHOME = home;
  const [key, otherKey] = [createKey('archive'), createKey('other')];
  writeFileSync(join(shared, 'archive.gpg'), gpg('--export', key));
  const source = 'Types: deb\nURIs: file:/shared/archive\nComponents: main\n';
  const selectRing = (ring: Ring): void =>
    writeFileSync(
      join(shared, 'sources', 'mostrador.sources'),
      `${source}Suites: ${ring}\nSigned-By: /shared/archive.gpg\n`,
    );
  const [standInDeb = ''] = spawnSync('sh', ['-c', `ls ${output}/*.deb`], {
    encoding: 'utf8',
  }).stdout.split('\n');
  const createDeb = (version: string): string => {
    const file = join(folders.make(), `mostrador-standin_${version}_amd64.deb`);
    writeDebWithVersion(standInDeb, version, file);
    return file;
  };
  const [first, second] = [createDeb('1.0'), createDeb('1.1')];
  const publish = (file: string, ring: Ring, percent = 100, signer = key): void =>
    publishDeb(file, percent, { archive, ring, key: signer, now: new Date() });

  const overlay = await openOverlay(shared);
  try {
    const update = (): 'taken' | 'refused' => {
      overlay.sh('rm -rf /var/lib/apt/lists/*shared*');
      // A warning alone, as of a computer where apt cannot use its own user, refuses nothing.
      const { code } = overlay.sh(
        `apt-get update -q -o APT::Update::Error-Mode=any ${APT_OPTIONS}`,
      );
      return code === 0 ? 'taken' : 'refused';
    };
    const readVersion = (): string =>
      overlay.sh("dpkg --status mostrador-standin | sed -n 's/^Version: //p'").text.trim();
    const upgrade = (): string => {
      overlay.sh(`apt-get update -q ${APT_OPTIONS}`);
      overlay.sh(`apt-get upgrade -y -q ${APT_OPTIONS}`);
      return readVersion();
    };

    const runPublish = (folder: string, ...more: readonly string[]) =>
      runNpmCommand([
        'publish-apt',
        output,
        ...['--archive', folder],
        ...['--ring', 'ring0'],
        ...['--key', key],
        ...more,
      ]);
    const standIn = runPublish(archive);
    const isStandInRefused = standIn.code === 1 && standIn.text.includes('NOT FOR SHOPS');
    const otherArchive = folders.make();
    process.umask(0o077);
    runPublish(otherArchive, '--stand-in');
    process.umask(0o022);
    const listsMode = (
      statSync(join(otherArchive, 'dists', 'ring0', PACKAGES_PATH)).mode & 0o777
    ).toString(8);
    const isUnsignedRefused = throws(
      () => publish(first, 'ring0', 100, 'nobody@x'),
      /could not sign/,
    );

    publish(first, 'ring0');
    publish(first, 'stable');
    selectRing('ring0');
    update();
    overlay.sh(`apt-get install -y -q ${APT_OPTIONS} mostrador-standin`);
    const installed = readVersion();
    publish(second, 'ring0');
    selectRing('stable');
    const inStable = upgrade();
    publish(second, 'stable', 0);
    const atZeroPercent = upgrade();
    publish(second, 'stable', 100);
    const atFullPercent = upgrade();

    const isOlderRefused = throws(() => publish(first, 'stable'), /To go back/);
    const otherDeb = join(folders.make(), 'mostrador-standin_1.1_amd64.deb');
    copyFileSync(first, otherDeb);
    const isOtherContentRefused = throws(() => publish(otherDeb, 'stable'), /published only once/);

    const lists = join(archive, 'dists', 'stable', PACKAGES_PATH);
    const goodLists = readFileSync(lists);
    const badLists = Buffer.from(goodLists.toString().replace('Version: 1.1', 'Version: 1.2'));
    writeFileSync(lists, badLists);
    writeFileSync(`${lists}.gz`, gzipSync(badLists));
    const changedLists = update();
    writeFileSync(lists, goodLists);
    const stable = { archive, ring: 'stable' as const };
    renewRing({ ...stable, key: otherKey, now: new Date() });
    const otherKeyResult = update();
    renewRing({ ...stable, key, now: new Date(Date.now() - 40 * 24 * 60 * 60 * 1000) });
    const expiredResult = update();
    renewRing({ ...stable, key, now: new Date() });
    const validResult = update();

    overlay.sh('dpkg --purge mostrador-standin');
    const poolFile = join(archive, 'pool', 'mostrador-standin_1.1_amd64.deb');
    const content = readFileSync(poolFile);
    content.writeUInt8((content[5000] ?? 0) ^ 1, 5000);
    rmSync(poolFile);
    writeFileSync(poolFile, content);
    const installResult = overlay.sh(`apt-get install -y -q ${APT_OPTIONS} mostrador-standin=1.1`);
    const isDebRefused = installResult.code === 100 && overlay.sh('ls /opt/Mostrador').code !== 0;

    return {
      'the stand-in is not published': isStandInRefused,
      'mode of the lists with umask 077': listsMode,
      'an unsigned publication is refused': isUnsignedRefused,
      'a first installation by ring0': installed,
      'a version that ring0 has, stable has not': inStable,
      'for 0 % of the tills': atZeroPercent,
      'for all of them': atFullPercent,
      'an older version is not published': isOlderRefused,
      'the same version with other bytes is not published': isOtherContentRefused,
      'lists that were changed': changedLists,
      'lists that another key signed': otherKeyResult,
      'lists that are too old': expiredResult,
      'lists as they should be': validResult,
      'a deb that was changed': isDebRefused ? 'refused' : installResult.text,
    };
  } finally {
    await overlay.close();
    spawnSync('gpgconf', ['--kill', 'all']);
    if (homeBefore === undefined) delete process.env.GNUPGHOME;
    else process.env.GNUPGHOME = homeBefore;
    process.umask(umaskBefore);
  }
}

/** Creates a key pair and returns its fingerprint. */
function createKey(name: string): string {
  gpg(
    '--passphrase',
    '',
    '--quick-gen-key',
    `${name} <${name}@mostrador.example>`,
    'ed25519',
    'sign',
    '1y',
  );
  const output = gpg('--list-keys', '--with-colons', `${name}@mostrador.example`).toString();
  return /^fpr:+([0-9A-F]{40}):/m.exec(output)?.[1] ?? '';
}

function gpg(...args: string[]): Buffer {
  const { status, stdout, stderr } = spawnSync('gpg', ['--batch', '--quiet', ...args]);
  if (status !== 0) throw new Error(`gpg ${args.join(' ')}: ${String(stderr)}`);
  return stdout;
}

function throws(work: () => void, pattern: RegExp): boolean {
  try {
    work();
    return false;
  } catch (error) {
    return pattern.test(String(error));
  }
}
