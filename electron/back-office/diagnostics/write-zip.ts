import type { FileHandle } from 'node:fs/promises';

export interface ZipEntry {
  readonly name: string;
  readonly text: string;
}

const CHUNK_BYTES = 128 * 1024;

/** Writes piece by piece, so that the counter may work in between. Returns the bytes written. */
export async function writeZip(handle: FileHandle, entries: readonly ZipEntry[]): Promise<number> {
  // With the first zip: nobody waits for one when the till starts.
  const { Zip, ZipDeflate } = await import('fflate');
  let pieces: Uint8Array[] = [];
  let bytes = 0;
  let trouble: Error | null = null;
  const zip = new Zip((error, piece) => {
    trouble ??= error;
    pieces.push(piece);
  });
  const writeOut = async (): Promise<void> => {
    if (trouble) throw trouble;
    const made = pieces;
    pieces = [];
    for (const piece of made) {
      await handle.write(piece);
      bytes += piece.length;
    }
  };
  for (const { name, text } of entries) {
    const entry = new ZipDeflate(name, { level: 6 });
    zip.add(entry);
    const content = Buffer.from(text, 'utf8');
    for (let at = 0; at < content.length; at += CHUNK_BYTES) {
      entry.push(content.subarray(at, at + CHUNK_BYTES), false);
      await writeOut();
    }
    entry.push(new Uint8Array(0), true);
    await writeOut();
  }
  zip.end();
  await writeOut();
  return bytes;
}
