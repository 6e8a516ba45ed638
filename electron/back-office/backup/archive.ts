import { createHash, type Hash } from 'node:crypto';
import { closeSync, createReadStream, fsyncSync, openSync, writeSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';
import {
  createTarDecoder,
  createTarPacker,
  type ParsedTarEntry,
  type TarPackController,
} from 'modern-tar';
import { z } from 'zod';
import { storedRecoveryKeySchema } from '../../settings/keys/index.ts';
import { isOfNewerFileFormat } from './backup-seal.ts';

/**
 * A backup on disk is `age( zstd( tar( data-key.json, settings.json, ledger.sqlite )))`, so the
 * tools age, zstd and tar can read it on any computer with the recovery key. All data is streamed,
 * so memory use does not grow with the size. Packing and unpacking are slow: run them in a worker
 * thread.
 */

/** The keys that a backup contains beside the ledger. */
const backupKeysSchema = z.strictObject({
  format: z.literal(1),
  /**
   * The data key in Base64: with it, PINs, codes and seals stay valid where the backup is restored.
   */
  dataKey: z.string(),
  /** The recovery key's public half and its proof for this data key; null if none was confirmed. */
  recovery: storedRecoveryKeySchema.nullable(),
});
export type BackupKeys = z.infer<typeof backupKeysSchema>;

const KEY_FILE = 'data-key.json';
const SETTINGS_FILE = 'settings.json';
const LEDGER_FILE = 'ledger.sqlite';
/** The settings contain a logo of at most 1 MB, in Base64. */
const MAX_SMALL_ENTRY_BYTES = 4_000_000;

export interface PackArchiveOptions {
  /** The plain copy of the ledger; its size must not change during packing. */
  readonly ledgerFile: string;
  readonly ledgerBytes: number;
  /** The path of a file that does not exist yet. */
  readonly archiveFile: string;
  readonly recipients: readonly string[];
  readonly keys: BackupKeys;
  /** The settings without secrets, as JSON. */
  readonly settingsJson: string;
}

/**
 * A payment's sync also waits for unwritten data of other files, so little may be unsynced at any
 * time. After each sync, packing pauses for this many times its duration and leaves the disk to the
 * counter.
 */
const BYTES_BETWEEN_SYNCS = 4 * 1024 * 1024;
const THROTTLE_FACTOR = 3;

/** Writes the archive and syncs it. Returns the size and the digest of what was written. */
export async function packArchive(
  options: PackArchiveOptions,
): Promise<{ bytes: number; sha256: string }> {
  const encrypter = new Encrypter();
  for (const recipient of options.recipients) encrypter.addRecipient(recipient);
  const compressed = Readable.from(createArchiveStream(options)).compose(createZstdCompress());
  const encrypted = await encrypter.encrypt(toWebStream(compressed));
  // Never through a link and never over an existing file: other users may write to the folder.
  const handle = await open(options.archiveFile, 'wx', 0o600);
  try {
    const hash = createHash('sha256');
    let bytes = 0;
    let syncedBytes = 0;
    for await (const piece of encrypted) {
      await writeAll(handle, piece);
      hash.update(piece);
      bytes += piece.length;
      if (bytes - syncedBytes < BYTES_BETWEEN_SYNCS) continue;
      const startedAt = performance.now();
      await handle.datasync();
      syncedBytes = bytes;
      await setTimeout(THROTTLE_FACTOR * (performance.now() - startedAt));
    }
    await handle.sync();
    return { bytes, sha256: hash.digest('hex') };
  } finally {
    await handle.close();
  }
}

/** Written while it is read; an error of the writer rejects the reader. */
function createArchiveStream(options: PackArchiveOptions): ReadableStream<Uint8Array> {
  const { readable, controller } = createTarPacker();
  writeArchiveEntries(controller, options).catch((error) => controller.error(error));
  return readable;
}

async function writeArchiveEntries(
  archive: TarPackController,
  options: PackArchiveOptions,
): Promise<void> {
  for (const [name, text] of [
    [KEY_FILE, JSON.stringify(options.keys)],
    [SETTINGS_FILE, options.settingsJson],
  ] as const) {
    const content = Buffer.from(text);
    await writeEntry(archive, name, content.length, [content]);
  }
  const ledger = createReadStream(options.ledgerFile, { highWaterMark: 1_048_576 });
  // Throws if the copy does not have exactly the announced number of bytes.
  await writeEntry(archive, LEDGER_FILE, options.ledgerBytes, ledger);
  archive.finalize();
}

async function writeEntry(
  archive: TarPackController,
  name: string,
  size: number,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  const writer = archive.add({ name, size, mode: 0o600, mtime: new Date(0) }).getWriter();
  for await (const piece of content) await writer.write(piece);
  await writer.close();
}

export type UnpackArchiveProblem =
  | 'not-there'
  | 'not-a-ledger'
  | 'damaged'
  | 'other-key'
  | 'newer-version';

/** A newer Mostrador made the archive; it is not damaged. */
class NewerArchiveError extends Error {}

export type UnpackArchiveResult =
  | {
      readonly unpacked: {
        /** The digest of the encrypted file. */
        readonly sha256: string;
        readonly bytes: number;
        readonly keys: BackupKeys;
        readonly settingsJson: string;
        readonly ledgerSha256: string;
      };
    }
  | { readonly problem: UnpackArchiveProblem; readonly message: string };

/**
 * Decrypts and checks an archive as a whole. `ledgerFile` is the path for the ledger, a file that
 * does not exist yet; null only checks.
 */
export async function unpackArchive(options: {
  readonly archiveFile: string;
  readonly ledgerFile: string | null;
  readonly identities: readonly string[];
}): Promise<UnpackArchiveResult> {
  const ledger = options.ledgerFile === null ? null : openSync(options.ledgerFile, 'wx', 0o600);
  try {
    return { unpacked: await readArchive(options, ledger) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { problem: toUnpackProblem(error, message), message };
  } finally {
    if (ledger !== null) {
      fsyncSync(ledger);
      closeSync(ledger);
    }
  }
}

async function readArchive(
  options: { readonly archiveFile: string; readonly identities: readonly string[] },
  ledger: number | null,
): Promise<Extract<UnpackArchiveResult, { unpacked: object }>['unpacked']> {
  const fileHash = createHash('sha256');
  let bytes = 0;
  const file = await open(options.archiveFile, 'r');
  try {
    const decrypter = new Decrypter();
    for (const identity of options.identities) decrypter.addIdentity(identity);
    const encrypted = Readable.from(
      (async function* () {
        for await (const piece of file.createReadStream({ autoClose: false })) {
          fileHash.update(piece);
          bytes += piece.length;
          yield piece;
        }
      })(),
    );
    const decrypted = await decrypter.decrypt(toWebStream(encrypted));
    const plain = Readable.from(decrypted).compose(createZstdDecompress());
    const entries = toWebStream(plain).pipeThrough(createTarDecoder({ strict: true }));
    const parts = await readEntries(entries, ledger);
    const { carried, settings, hash } = parts;
    if (carried === null || settings === null || hash === null)
      throw new Error('a part is missing');
    const key: unknown = JSON.parse(carried);
    if (isOfNewerFileFormat(key)) throw new NewerArchiveError('its format is newer');
    return {
      sha256: fileHash.digest('hex'),
      bytes,
      keys: backupKeysSchema.parse(key),
      settingsJson: settings,
      ledgerSha256: hash.digest('hex'),
    };
  } finally {
    await file.close();
  }
}

async function readEntries(
  entries: ReadableStream<ParsedTarEntry>,
  ledger: number | null,
): Promise<{ carried: string | null; settings: string | null; hash: Hash | null }> {
  const texts = new Map<string, string>();
  let hash: Hash | null = null;
  for await (const { header, body } of entries) {
    const { name, size, type } = header;
    if (name !== LEDGER_FILE && name !== KEY_FILE && name !== SETTINGS_FILE) {
      await body.cancel();
      continue;
    }
    if (type !== 'file') throw new Error(`${name} is no file`);
    if (name === LEDGER_FILE) {
      hash = createHash('sha256');
      for await (const piece of body) {
        hash.update(piece);
        if (ledger !== null) writeAllSync(ledger, piece);
      }
      continue;
    }
    if (size > MAX_SMALL_ENTRY_BYTES) throw new Error(`${name} is too large`);
    texts.set(name, Buffer.concat(await Array.fromAsync(body)).toString('utf8'));
  }
  return { carried: texts.get(KEY_FILE) ?? null, settings: texts.get(SETTINGS_FILE) ?? null, hash };
}

function toUnpackProblem(error: unknown, message: string): UnpackArchiveProblem {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 'not-there';
  if (error instanceof NewerArchiveError) return 'newer-version';
  if (/no identity matched/.test(message)) return 'other-key';
  if (/invalid version|non-ASCII byte in header/.test(message)) return 'not-a-ledger';
  return 'damaged';
}

async function writeAll(handle: FileHandle, piece: Uint8Array): Promise<void> {
  for (let offset = 0; offset < piece.length; ) {
    offset += (await handle.write(piece, offset)).bytesWritten;
  }
}

function writeAllSync(handle: number, piece: Uint8Array): void {
  for (let offset = 0; offset < piece.length; ) offset += writeSync(handle, piece, offset);
}

/**
 * Node's own conversion returns Buffers of its pool, but the library requires plain `Uint8Array`s.
 */
function toWebStream(stream: Readable): ReadableStream<Uint8Array> {
  const pieces = stream[Symbol.asyncIterator]();
  return new ReadableStream({
    pull: async (controller) => {
      const next = await pieces.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    cancel: () => {
      stream.destroy();
    },
  });
}
