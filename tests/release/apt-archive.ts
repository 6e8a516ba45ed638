import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { publish, type Ring, renew } from '../../build/release/apt/archive.ts';
import { openOverlay } from '../../build/release/verify/overlay.ts';
import { restamp } from '../../build/release/verify/restamp.ts';
import { launch } from './installers.ts';

export function gpgUnavailableReason(): string | null {
  return spawnSync('gpg', ['--version']).status === 0 ? null : 'there is no gpg';
}

/** Each step of `tryArchive`, and what apt makes of it. */
export const EXPECTED_OF_APT = {
  'the stand-in is not published': true,
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

/** A computer may be set to take lists of any age. */
const HOW =
  '-o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts=/shared/sources -o Acquire::Check-Valid-Until=true -o Acquire::Check-Date=true';
const LISTS = 'main/binary-amd64/Packages';

/** Real apt in the overlay, with throw-away keys, on an archive that is made and then tampered with. */
export async function tryArchive(
  output: string,
  folders: { make(): string },
): Promise<Record<keyof typeof EXPECTED_OF_APT, unknown>> {
  const shared = folders.make();
  // apt reads as a user of its own.
  chmodSync(shared, 0o755);
  const archive = join(shared, 'archive');
  mkdirSync(join(shared, 'sources'));
  const home = folders.make();
  const before = process.env.GNUPGHOME;
  process.env.GNUPGHOME = home;
  const [key, other] = [newKey('archive'), newKey('other')];
  writeFileSync(join(shared, 'archive.gpg'), gpg('--export', key));
  const source = 'Types: deb\nURIs: file:/shared/archive\nComponents: main\n';
  const use = (ring: Ring): void =>
    writeFileSync(
      join(shared, 'sources', 'mostrador.sources'),
      `${source}Suites: ${ring}\nSigned-By: /shared/archive.gpg\n`,
    );
  const [made = ''] = spawnSync('sh', ['-c', `ls ${output}/*.deb`], {
    encoding: 'utf8',
  }).stdout.split('\n');
  const deb = (version: string): string => {
    const file = join(folders.make(), `mostrador-standin_${version}_amd64.deb`);
    restamp(made, version, file);
    return file;
  };
  const [first, second] = [deb('1.0'), deb('1.1')];
  const put = (file: string, ring: Ring, percent = 100, signer = key): void =>
    publish(file, percent, { archive, ring, key: signer, now: new Date() });

  const overlay = await openOverlay(shared);
  try {
    const update = (): 'taken' | 'refused' => {
      overlay.sh('rm -rf /var/lib/apt/lists/*shared*');
      const { text } = overlay.sh(`apt-get update -q ${HOW}`);
      return /^(E|W|Err)/m.test(text) ? 'refused' : 'taken';
    };
    const version = (): string =>
      overlay.sh("dpkg --status mostrador-standin | sed -n 's/^Version: //p'").text.trim();
    const upgrade = (): string => {
      overlay.sh(`apt-get update -q ${HOW}`);
      overlay.sh(`apt-get upgrade -y -q ${HOW}`);
      return version();
    };

    const standIn = launch([
      'publish-apt',
      output,
      '--archive',
      archive,
      '--ring',
      'ring0',
      '--key',
      key,
    ]);
    const isStandInRefused = standIn.code === 1 && standIn.text.includes('NOT FOR SHOPS');
    const isUnsignedRefused = throws(() => put(first, 'ring0', 100, 'nobody@x'), /did not sign/);

    put(first, 'ring0');
    put(first, 'stable');
    use('ring0');
    update();
    overlay.sh(`apt-get install -y -q ${HOW} mostrador-standin`);
    const installed = version();
    put(second, 'ring0');
    use('stable');
    const inStable = upgrade();
    put(second, 'stable', 0);
    const forNobody = upgrade();
    put(second, 'stable', 100);
    const forAll = upgrade();

    const isOlderRefused = throws(() => put(first, 'stable'), /Roll forward/);
    const changed = join(folders.make(), 'mostrador-standin_1.1_amd64.deb');
    copyFileSync(first, changed);
    const isOtherRefused = throws(() => put(changed, 'stable'), /published once/);

    const lists = join(archive, 'dists', 'stable', LISTS);
    const good = readFileSync(lists);
    const bad = Buffer.from(good.toString().replace('Version: 1.1', 'Version: 1.2'));
    writeFileSync(lists, bad);
    writeFileSync(`${lists}.gz`, gzipSync(bad));
    const changedLists = update();
    writeFileSync(lists, good);
    const stable = { archive, ring: 'stable' as const };
    renew({ ...stable, key: other, now: new Date() });
    const otherKey = update();
    renew({ ...stable, key, now: new Date(Date.now() - 40 * 24 * 60 * 60 * 1000) });
    const tooOld = update();
    renew({ ...stable, key, now: new Date() });
    const asTheyShouldBe = update();

    overlay.sh('dpkg --purge mostrador-standin');
    const pooled = join(archive, 'pool', 'mostrador-standin_1.1_amd64.deb');
    const content = readFileSync(pooled);
    content.writeUInt8((content[5000] ?? 0) ^ 1, 5000);
    rmSync(pooled);
    writeFileSync(pooled, content);
    const asked = overlay.sh(`apt-get install -y -q ${HOW} mostrador-standin=1.1`);
    const isDebRefused = asked.code === 100 && overlay.sh('ls /opt/Mostrador').code !== 0;

    return {
      'the stand-in is not published': isStandInRefused,
      'an unsigned publication is refused': isUnsignedRefused,
      'a first installation by ring0': installed,
      'a version that ring0 has, stable has not': inStable,
      'for 0 % of the tills': forNobody,
      'for all of them': forAll,
      'an older version is not published': isOlderRefused,
      'the same version with other bytes is not published': isOtherRefused,
      'lists that were changed': changedLists,
      'lists that another key signed': otherKey,
      'lists that are too old': tooOld,
      'lists as they should be': asTheyShouldBe,
      'a deb that was changed': isDebRefused ? 'refused' : asked.text,
    };
  } finally {
    await overlay.close();
    spawnSync('gpgconf', ['--kill', 'all']);
    if (before === undefined) delete process.env.GNUPGHOME;
    else process.env.GNUPGHOME = before;
  }
}

/** Answers with its fingerprint. */
function newKey(name: string): string {
  gpg(
    '--passphrase',
    '',
    '--quick-gen-key',
    `${name} <${name}@mostrador.example>`,
    'ed25519',
    'sign',
    '1y',
  );
  const listed = gpg('--list-keys', '--with-colons', `${name}@mostrador.example`).toString();
  return /^fpr:+([0-9A-F]{40}):/m.exec(listed)?.[1] ?? '';
}

function gpg(...words: string[]): Buffer {
  const { status, stdout, stderr } = spawnSync('gpg', ['--batch', '--quiet', ...words]);
  if (status !== 0) throw new Error(`gpg ${words.join(' ')}: ${String(stderr)}`);
  return stdout;
}

function throws(work: () => void, words: RegExp): boolean {
  try {
    work();
    return false;
  } catch (error) {
    return words.test(String(error));
  }
}
