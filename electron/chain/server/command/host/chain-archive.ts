import { createReadStream, createWriteStream, readFileSync } from 'node:fs';
import { mkdir, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Decrypter, Encrypter } from 'age-encryption';
import { createTarDecoder, createTarPacker, type TarPackController } from 'modern-tar';
import { z } from 'zod';
import { parseRecoveryKey } from '../../../../settings/keys/index.ts';

/**
 * A backup of the chain: `age(tar(…))` with the database, its roles, and what the host needs to serve it
 * again. With the recovery key the tools age, tar and pg_restore read it on any computer.
 */
export const ARCHIVE_PARTS = [
  'about.json',
  'authority.pem',
  'admin.json',
  'chain.json',
  'service-ca.pem',
  'uploads.jsonl',
  'roles.sql',
  'chain.dump',
] as const;
export type ArchivePart = (typeof ARCHIVE_PARTS)[number];
/** Half a second and 64 MB on a till's computer. */
const SCRYPT_WORK_FACTOR = 16;
/** Missing if the chain has none. */
const OPTIONAL_PARTS: readonly ArchivePart[] = ['service-ca.pem', 'uploads.jsonl'];

const aboutSchema = z.object({
  format: z.literal(1),
  madeAt: z.string(),
  version: z.string(),
  /** Whether the chain was closed before, to be taken to another computer. */
  isMove: z.boolean().default(false),
});
export type ArchiveAbout = z.infer<typeof aboutSchema>;

/** Who can open an archive: the holders of keys, or whoever knows the passphrase. */
export type ArchiveLock =
  | { readonly kind: 'keys'; readonly recipients: readonly string[] }
  | { readonly kind: 'passphrase'; readonly passphrase: string };

/** Packs the parts that are in the folder into a new file, and syncs it. */
export async function packChainArchive(
  folder: string,
  archiveFile: string,
  lock: ArchiveLock,
): Promise<void> {
  const encrypter = new Encrypter();
  if (lock.kind === 'passphrase') {
    encrypter.setScryptWorkFactor(SCRYPT_WORK_FACTOR);
    encrypter.setPassphrase(lock.passphrase);
  } else for (const recipient of lock.recipients) encrypter.addRecipient(recipient);
  const { readable, controller } = createTarPacker();
  const packed = writeParts(controller, folder).catch((error) => controller.error(error));
  const encrypted = await encrypter.encrypt(readable);
  const handle = await open(archiveFile, 'wx', 0o600);
  try {
    for await (const piece of encrypted) await writeAll(handle, piece);
    await packed;
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Decrypts and checks the whole archive, and puts its parts into an empty folder. Throws a text for the
 * terminal if no key opens it, or if it is damaged.
 */
export async function unpackChainArchive(
  archiveFile: string,
  folder: string,
  keys: readonly string[],
): Promise<ArchiveAbout> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const encrypted = toWebStream(createReadStream(archiveFile));
    const decrypted = await createDecrypter(keys).decrypt(encrypted);
    for await (const { header, body } of decrypted.pipeThrough(
      createTarDecoder({ strict: true }),
    )) {
      const part = ARCHIVE_PARTS.find((name) => name === header.name);
      if (part === undefined || header.type !== 'file') throw new Error('an unknown part');
      await pipeline(
        Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]),
        createWriteStream(join(folder, part), { flags: 'wx', mode: 0o600 }),
      );
    }
    for (const name of ARCHIVE_PARTS)
      if (!OPTIONAL_PARTS.includes(name)) await stat(join(folder, name));
    return aboutSchema.parse(JSON.parse(readFileSync(join(folder, 'about.json'), 'utf8')));
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw new Error(`${archiveFile}: ${getUnpackProblem(error)}`);
  }
}

/** A key is an identity of age, the owner's recovery key, or the passphrase of a move. */
function createDecrypter(keys: readonly string[]): Decrypter {
  const decrypter = new Decrypter();
  for (const key of keys) {
    try {
      decrypter.addIdentity(parseRecoveryKey(key));
    } catch {
      // Then it is a passphrase.
      decrypter.addPassphrase(key);
    }
  }
  return decrypter;
}

function getUnpackProblem(error: unknown): string {
  const { code, message } = { code: null, message: String(error), ...toErrorFields(error) };
  if (code === 'ENOENT' || code === 'EACCES') return 'the file cannot be read. Check its path.';
  if (/no identity matched|incorrect passphrase|decrypt/.test(message)) {
    return "none of the keys opens this file. Pass the owner's recovery key, or the passphrase of the move, with --unlock FILE.";
  }
  return `this is no complete backup of a chain (${message}). Use another one.`;
}

function toErrorFields(error: unknown) {
  return error instanceof Error
    ? { message: error.message, ...('code' in error ? { code: error.code } : {}) }
    : {};
}

async function writeParts(archive: TarPackController, folder: string): Promise<void> {
  for (const name of ARCHIVE_PARTS) {
    const file = join(folder, name);
    const size = (await stat(file).catch(() => null))?.size ?? null;
    if (size === null) {
      if (OPTIONAL_PARTS.includes(name)) continue;
      throw new Error(`${name} is missing`);
    }
    const writer = archive.add({ name, size, mode: 0o600, mtime: new Date(0) }).getWriter();
    // The library requires plain arrays.
    for await (const piece of createReadStream(file)) await writer.write(new Uint8Array(piece));
    await writer.close();
  }
  archive.finalize();
}

async function writeAll(
  handle: Awaited<ReturnType<typeof open>>,
  piece: Uint8Array,
): Promise<void> {
  for (let offset = 0; offset < piece.length; )
    offset += (await handle.write(piece, offset)).bytesWritten;
}

function toWebStream(stream: Readable): ReadableStream<Uint8Array> {
  const pieces = stream[Symbol.asyncIterator]();
  return new ReadableStream({
    pull: async (controller) => {
      const next = await pieces.next();
      if (next.done) controller.close();
      else controller.enqueue(new Uint8Array(next.value));
    },
    cancel: () => void stream.destroy(),
  });
}
