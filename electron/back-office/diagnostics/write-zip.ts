import type { FileHandle } from 'node:fs/promises';

export interface ZipEntry {
  readonly name: string;
  readonly content: string | Uint8Array;
}

const CHUNK_BYTES = 128 * 1024;

/** Writes the zip in pieces, so that the counter can work in between. Returns the bytes written. */
export async function writeZipArchive(
  handle: FileHandle,
  entries: readonly ZipEntry[],
): Promise<number> {
  // Loaded for the first zip, so that it does not slow down the start.
  const { Zip, ZipDeflate } = await import('fflate');
  let pieces: Uint8Array[] = [];
  let bytes = 0;
  let firstError: Error | null = null;
  const zip = new Zip((error, piece) => {
    firstError ??= error;
    pieces.push(piece);
  });
  const flush = async (): Promise<void> => {
    if (firstError) throw firstError;
    const pending = pieces;
    pieces = [];
    for (const piece of pending) {
      await handle.write(piece);
      bytes += piece.length;
    }
  };
  for (const { name, content: source } of entries) {
    const entry = new ZipDeflate(name, { level: 6 });
    zip.add(entry);
    const content = typeof source === 'string' ? Buffer.from(source, 'utf8') : source;
    for (let start = 0; start < content.length; start += CHUNK_BYTES) {
      entry.push(content.subarray(start, start + CHUNK_BYTES), false);
      await flush();
    }
    entry.push(new Uint8Array(0), true);
    await flush();
  }
  zip.end();
  await flush();
  return bytes;
}
