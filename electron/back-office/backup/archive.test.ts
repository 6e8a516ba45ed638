import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createRecoveryKeyPair } from '../../settings/keys/age/index.ts';
import { type CarriedKeys, packArchive, unpackArchive } from './archive.ts';

/** A backup is opened by tar on any computer, and nothing but a whole one is opened by us. */

const CARRIED: CarriedKeys = { format: 1, dataKey: 'AAAA', recovery: null };
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
const packed = (ledgerBytes = LEDGER.length, carried = CARRIED) =>
  packArchive({
    ledger: join(folder, 'ledger.sqlite'),
    ledgerBytes,
    to: join(folder, 'one.tar.zst.age'),
    recipients: [pair.recipient],
    carried,
    settings: SETTINGS,
  });
const read = (file: string) =>
  unpackArchive({ file, to: join(folder, 'read'), identities: [pair.identity] });

/** The tar inside the backup that was packed. */
async function plainTar(): Promise<Buffer> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(pair.identity);
  const file = readFileSync(join(folder, 'one.tar.zst.age'));
  return zstdDecompressSync(await decrypter.decrypt(file));
}

/** A backup around a tar that somebody else made. */
async function around(tar: Uint8Array): Promise<string> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(pair.recipient);
  const file = join(folder, 'theirs.tar.zst.age');
  writeFileSync(file, await encrypter.encrypt(new Uint8Array(zstdCompressSync(tar))));
  return file;
}

function tarOf(work: (inside: string) => void, format: string): Buffer {
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
  await packed();
  writeFileSync(join(folder, 'ours.tar'), await plainTar());
  const out = join(folder, 'out');
  mkdirSync(out);
  execFileSync('tar', ['-xf', join(folder, 'ours.tar'), '-C', out]);
  expect(readFileSync(join(out, 'ledger.sqlite')).equals(LEDGER)).toBe(true);
  expect(JSON.parse(readFileSync(join(out, 'data-key.json'), 'utf8'))).toEqual(CARRIED);
  expect(readFileSync(join(out, 'settings.json'), 'utf8')).toBe(SETTINGS);
});

it.each(['ustar', 'pax'])('that tar has packed in its format %s is read', async (format) => {
  const tar = tarOf((inside) => writeFileSync(join(inside, 'ledger.sqlite'), LEDGER), format);
  const { unpacked } = { unpacked: null, ...(await read(await around(tar))) };
  expect(unpacked).toMatchObject({
    carried: CARRIED,
    settings: SETTINGS,
    ledgerSha256: sha256(LEDGER),
  });
});

it('with a link in the place of its ledger is refused', async () => {
  const tar = tarOf((inside) => symlinkSync('/etc/passwd', join(inside, 'ledger.sqlite')), 'ustar');
  expect(await read(await around(tar))).toEqual({
    trouble: 'damaged',
    said: 'ledger.sqlite is no file',
  });
});

it('that ends anywhere before its end, or holds one wrong byte in a head, is refused', async () => {
  await packed();
  const tar = await plainTar();
  const wrong = Buffer.from(tar);
  wrong[2 * 512 + 3] = 0x41;
  const ends = [0, 1, 511, 512, 1024, 2048, tar.length - 1_000_000, tar.length - 1025];
  for (const broken of [...ends.map((end) => tar.subarray(0, end)), wrong]) {
    rmSync(join(folder, 'read'), { force: true });
    expect(await read(await around(broken)), `${broken.length}`).toMatchObject({
      trouble: 'damaged',
    });
  }
});

it.each([LEDGER.length - 1, LEDGER.length + 1])(
  'is not made of a copy that has another size than %i bytes',
  async (size) => {
    await expect(packed(size)).rejects.toThrow('ledger.sqlite');
  },
);

it('says of one that a newer version made that it is newer, not damaged', async () => {
  const { format, ...rest } = CARRIED;
  await packed(LEDGER.length, Object.assign(rest, { format, ...JSON.parse('{"format":2}') }));
  expect(await read(join(folder, 'one.tar.zst.age'))).toMatchObject({ trouble: 'newer-version' });
});
