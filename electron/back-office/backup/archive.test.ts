import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createRecoveryKeyPair } from '../../settings/keys/age/index.ts';
import { type BackupKeys, packArchive, unpackArchive } from './archive.ts';

/** tar on any computer can open a backup, and the till opens only an intact one. */

const CARRIED: BackupKeys = { format: 1, dataKey: 'AAAA', recovery: null };
const SETTINGS = '{"shop":{"name":"Abarrotes"}}';
const LEDGER = randomBytes(1_500_001);

let folder: string;
let pair: Awaited<ReturnType<typeof createRecoveryKeyPair>>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mostrador-archive-'));
  writeFileSync(join(folder, 'ledger.sqlite'), LEDGER);
  pair = await createRecoveryKeyPair();
});
afterEach(() => rmSync(folder, { recursive: true }));

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const pack = (ledgerBytes = LEDGER.length, carried = CARRIED) =>
  packArchive({
    ledgerFile: join(folder, 'ledger.sqlite'),
    ledgerBytes,
    archiveFile: join(folder, 'one.tar.zst.age'),
    recipients: [pair.recipient],
    keys: carried,
    settingsJson: SETTINGS,
  });
const unpack = (file: string) =>
  unpackArchive({
    archiveFile: file,
    ledgerFile: join(folder, 'read'),
    identities: [pair.identity],
  });

/** Returns the tar file inside the packed backup. */
async function readPackedTar(): Promise<Buffer> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(pair.identity);
  const file = readFileSync(join(folder, 'one.tar.zst.age'));
  return zstdDecompressSync(await decrypter.decrypt(file));
}

/** Writes a backup with a tar file of another program, and returns its path. */
async function writeBackupWith(tar: Uint8Array): Promise<string> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(pair.recipient);
  const file = join(folder, 'theirs.tar.zst.age');
  writeFileSync(file, await encrypter.encrypt(new Uint8Array(zstdCompressSync(tar))));
  return file;
}

function createTar(work: (inside: string) => void, format: string): Buffer {
  const inside = join(folder, 'inside');
  mkdirSync(inside);
  writeFileSync(join(inside, 'data-key.json'), JSON.stringify(CARRIED));
  writeFileSync(join(inside, 'settings.json'), SETTINGS);
  work(inside);
  const names = ['data-key.json', 'settings.json', 'ledger.sqlite'];
  execFileSync('tar', [
    '--format',
    format,
    '-cf',
    join(folder, 'theirs.tar'),
    '-C',
    inside,
    ...names,
  ]);
  return readFileSync(join(folder, 'theirs.tar'));
}

it('writes an archive that tar can unpack', async () => {
  await pack();
  writeFileSync(join(folder, 'ours.tar'), await readPackedTar());
  const out = join(folder, 'out');
  mkdirSync(out);
  execFileSync('tar', ['-xf', join(folder, 'ours.tar'), '-C', out]);
  expect(readFileSync(join(out, 'ledger.sqlite')).equals(LEDGER)).toBe(true);
  expect(JSON.parse(readFileSync(join(out, 'data-key.json'), 'utf8'))).toEqual(CARRIED);
  expect(readFileSync(join(out, 'settings.json'), 'utf8')).toBe(SETTINGS);
});

it.each(['ustar', 'pax'])('reads an archive that tar wrote in the %s format', async (format) => {
  const tar = createTar((inside) => writeFileSync(join(inside, 'ledger.sqlite'), LEDGER), format);
  const { unpacked } = { unpacked: null, ...(await unpack(await writeBackupWith(tar))) };
  expect(unpacked).toMatchObject({
    keys: CARRIED,
    settingsJson: SETTINGS,
    ledgerSha256: sha256(LEDGER),
  });
});

it('rejects an archive with a symbolic link instead of the ledger', async () => {
  const tar = createTar(
    (inside) => symlinkSync('/etc/passwd', join(inside, 'ledger.sqlite')),
    'ustar',
  );
  expect(await unpack(await writeBackupWith(tar))).toEqual({
    problem: 'damaged',
    message: 'ledger.sqlite is no file',
  });
});

it('rejects an archive that is truncated or has a wrong byte in a tar header', async () => {
  await pack();
  const tar = await readPackedTar();
  const corrupted = Buffer.from(tar);
  corrupted[2 * 512 + 3] = 0x41;
  const ends = [0, 1, 511, 512, 1024, 2048, tar.length - 1_000_000, tar.length - 1025];
  for (const broken of [...ends.map((end) => tar.subarray(0, end)), corrupted]) {
    rmSync(join(folder, 'read'), { force: true });
    expect(await unpack(await writeBackupWith(broken)), `${broken.length}`).toMatchObject({
      problem: 'damaged',
    });
  }
});

it.each([LEDGER.length - 1, LEDGER.length + 1])(
  'rejects packing a ledger copy whose size is not %i bytes',
  async (size) => {
    await expect(pack(size)).rejects.toThrow('ledger.sqlite');
  },
);

it('reports an archive of a newer version as newer, not as damaged', async () => {
  const { format, ...rest } = CARRIED;
  await pack(LEDGER.length, Object.assign(rest, { format, ...JSON.parse('{"format":2}') }));
  expect(await unpack(join(folder, 'one.tar.zst.age'))).toMatchObject({ problem: 'newer-version' });
});
