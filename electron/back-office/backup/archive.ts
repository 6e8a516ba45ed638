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
import { recoverySchema } from '../../settings/keys/index.ts';
import { isOfNewerFormat } from './backup-seal.ts';

/**
 * A backup on disk is `age( zstd( tar( data-key.json, settings.json, ledger.sqlite )))`, so the
 * tools age, zstd and tar read it anywhere with the recovery key. Everything streams, so the memory
 * does not grow with the size. It is slow: run it in a thread.
 */

/** What a backup carries beside the ledger. */
const carriedKeysSchema = z.strictObject({
  format: z.literal(1),
  /** The data key in Base64: PINs, codes and seals hold where the backup is restored. */
  dataKey: z.string(),
  /** The recovery key's public half and its word for this data key; null if none was confirmed. */
  recovery: recoverySchema.nullable(),
});
export type CarriedKeys = z.infer<typeof carriedKeysSchema>;

const KEY_FILE = 'data-key.json';
const SETTINGS_FILE = 'settings.json';
const LEDGER_FILE = 'ledger.sqlite';
/** The settings hold a logo of at most 1 MB, in Base64. */
const MAX_SMALL_ENTRY_BYTES = 4_000_000;

export interface PackOptions {
  /** The plain copy of the ledger; its size must not change meanwhile. */
  readonly ledger: string;
  readonly ledgerBytes: number;
  /** A file that is not there yet. */
  readonly to: string;
  readonly recipients: readonly string[];
  readonly carried: CarriedKeys;
  /** The settings without secrets, as JSON. */
  readonly settings: string;
}

/**
 * A payment's own sync waits for what is still to be written of any file: so that is never much, and
 * after each sync the disk belongs to the counter for so many times as long.
 */
const BYTES_BETWEEN_SYNCS = 4 * 1024 * 1024;
const REST_FACTOR = 3;

/** The file as it was written and synced. */
export async function packArchive(
  packing: PackOptions,
): Promise<{ bytes: number; sha256: string }> {
  const encrypter = new Encrypter();
  for (const recipient of packing.recipients) encrypter.addRecipient(recipient);
  const compressed = Readable.from(createArchiveStream(packing)).compose(createZstdCompress());
  const encrypted = await encrypter.encrypt(toWebStream(compressed));
  // Never through a link, and never over a file: the folder may be anybody's.
  const handle = await open(packing.to, 'wx', 0o600);
  try {
    const hash = createHash('sha256');
    let bytes = 0;
    let synced = 0;
    for await (const piece of encrypted) {
      await writeAll(handle, piece);
      hash.update(piece);
      bytes += piece.length;
      if (bytes - synced < BYTES_BETWEEN_SYNCS) continue;
      const began = performance.now();
      await handle.datasync();
      synced = bytes;
      await setTimeout(REST_FACTOR * (performance.now() - began));
    }
    await handle.sync();
    return { bytes, sha256: hash.digest('hex') };
  } finally {
    await handle.close();
  }
}

/** Made as it is read; an error while it is made is the reader's. */
function createArchiveStream(packing: PackOptions): ReadableStream<Uint8Array> {
  const { readable, controller } = createTarPacker();
  writeArchiveEntries(controller, packing).catch((error) => controller.error(error));
  return readable;
}

async function writeArchiveEntries(
  archive: TarPackController,
  packing: PackOptions,
): Promise<void> {
  for (const [name, text] of [
    [KEY_FILE, JSON.stringify(packing.carried)],
    [SETTINGS_FILE, packing.settings],
  ] as const) {
    const content = Buffer.from(text);
    await writeEntry(archive, name, content.length, [content]);
  }
  const ledger = createReadStream(packing.ledger, { highWaterMark: 1_048_576 });
  // Throws if the copy has changed: as many bytes as announced, no more and no fewer.
  await writeEntry(archive, LEDGER_FILE, packing.ledgerBytes, ledger);
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

export type UnpackProblem =
  | 'not-there'
  | 'not-a-ledger'
  | 'damaged'
  | 'other-key'
  | 'newer-version';

/** A newer Mostrador made it: nothing is wrong with it. */
class NewerArchiveError extends Error {}

export type UnpackResult =
  | {
      readonly unpacked: {
        /** Of the file itself. */
        readonly sha256: string;
        readonly bytes: number;
        readonly carried: CarriedKeys;
        readonly settings: string;
        readonly ledgerSha256: string;
      };
    }
  | { readonly trouble: UnpackProblem; readonly said: string };

/** `to`: where the ledger goes, a file that is not there yet; null only checks the whole. */
export async function unpackArchive(asked: {
  readonly file: string;
  readonly to: string | null;
  readonly identities: readonly string[];
}): Promise<UnpackResult> {
  const ledger = asked.to === null ? null : openSync(asked.to, 'wx', 0o600);
  try {
    return { unpacked: await readArchive(asked, ledger) };
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    return { trouble: toUnpackProblem(error, said), said };
  } finally {
    if (ledger !== null) {
      fsyncSync(ledger);
      closeSync(ledger);
    }
  }
}

async function readArchive(
  asked: { readonly file: string; readonly identities: readonly string[] },
  ledger: number | null,
): Promise<Extract<UnpackResult, { unpacked: object }>['unpacked']> {
  const whole = createHash('sha256');
  let bytes = 0;
  const file = await open(asked.file, 'r');
  try {
    const decrypter = new Decrypter();
    for (const identity of asked.identities) decrypter.addIdentity(identity);
    const raw = Readable.from(
      (async function* () {
        for await (const piece of file.createReadStream({ autoClose: false })) {
          whole.update(piece);
          bytes += piece.length;
          yield piece;
        }
      })(),
    );
    const decrypted = await decrypter.decrypt(toWebStream(raw));
    const plain = Readable.from(decrypted).compose(createZstdDecompress());
    const entries = toWebStream(plain).pipeThrough(createTarDecoder({ strict: true }));
    const found = await readEntries(entries, ledger);
    const { carried, settings, hash } = found;
    if (carried === null || settings === null || hash === null)
      throw new Error('a part is missing');
    const key: unknown = JSON.parse(carried);
    if (isOfNewerFormat(key)) throw new NewerArchiveError('its format is newer');
    return {
      sha256: whole.digest('hex'),
      bytes,
      carried: carriedKeysSchema.parse(key),
      settings,
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
  const small = new Map<string, string>();
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
        if (ledger !== null) writeWhole(ledger, piece);
      }
      continue;
    }
    if (size > MAX_SMALL_ENTRY_BYTES) throw new Error(`${name} is too large`);
    small.set(name, Buffer.concat(await Array.fromAsync(body)).toString('utf8'));
  }
  return { carried: small.get(KEY_FILE) ?? null, settings: small.get(SETTINGS_FILE) ?? null, hash };
}

function toUnpackProblem(error: unknown, said: string): UnpackProblem {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 'not-there';
  if (error instanceof NewerArchiveError) return 'newer-version';
  if (/no identity matched/.test(said)) return 'other-key';
  if (/invalid version|non-ASCII byte in header/.test(said)) return 'not-a-ledger';
  return 'damaged';
}

async function writeAll(handle: FileHandle, piece: Uint8Array): Promise<void> {
  for (let at = 0; at < piece.length; ) {
    at += (await handle.write(piece, at)).bytesWritten;
  }
}

function writeWhole(handle: number, piece: Uint8Array): void {
  for (let at = 0; at < piece.length; ) at += writeSync(handle, piece, at);
}

/** Node's own conversion hands out Buffers of its pool: the library takes plain bytes. */
function toWebStream(from: Readable): ReadableStream<Uint8Array> {
  const pieces = from[Symbol.asyncIterator]();
  return new ReadableStream({
    pull: async (controller) => {
      const next = await pieces.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    cancel: () => {
      from.destroy();
    },
  });
}
