import { type RemoteFolder, UploadFailure } from './server.ts';

/** A file of this machine whose bytes have been checked against this digest. */
export interface FileToSend {
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * Puts a file under its name, whole or not at all: under a name of its own first, its size compared,
 * then renamed. A file of that name that is there already is never touched: the same bytes mean that
 * it is done. `onOffer` is called before the server may have it under its name. Throws
 * `UploadFailure`.
 */
export async function sendFile(
  remote: RemoteFolder,
  file: FileToSend,
  onOffer: () => void,
): Promise<'uploaded' | 'was-there'> {
  if (await isThere(remote, file)) return 'was-there';
  const unfinished = `${file.name}.part`;
  try {
    await remote.put(file.path, unfinished);
    const size = await remote.sizeOf(unfinished);
    // It took every byte, and did not keep them all.
    if (size === null || size < file.bytes) throw new UploadFailure('no-room');
    if (size !== file.bytes) throw new UploadFailure('size-differs');
  } catch (error) {
    await remote.remove(unfinished);
    throw error;
  }
  onOffer();
  try {
    await remote.rename(unfinished, file.name);
  } catch (error) {
    // Another may have come first; or ours is there and only the answer was lost.
    if (await isThere(remote, file)) return 'was-there';
    await remote.remove(unfinished);
    throw error;
  }
  const size = await remote.sizeOf(file.name);
  // A service may take a file away the moment that it is there.
  if (size !== null && size !== file.bytes) throw new UploadFailure('size-differs');
  return 'uploaded';
}

async function isThere(remote: RemoteFolder, file: FileToSend): Promise<boolean> {
  const size = await remote.sizeOf(file.name);
  if (size === null) return false;
  if (size === file.bytes && (await remote.digestOf(file.name)) === file.sha256) return true;
  throw new UploadFailure('another-file');
}
