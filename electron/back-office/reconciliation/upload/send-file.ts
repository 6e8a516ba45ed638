import type { Awaitable, FileToSend } from '../types.ts';
import { type RemoteFolder, UploadFailure } from '../upload-server.ts';

/**
 * Records that the server may have the file: a service may take it once it is complete. It is marked
 * before the server is told so, and the mark stays until the result is known, even over a restart of
 * the till.
 */
export interface UploadDoubtRecord {
  /** True if an earlier attempt marked it and lost the response. */
  readonly isInDoubt: boolean;
  /**
   * The temporary name of the earlier attempt, if it differs from the file's: the name used by a
   * process that may resume. That file is removed before this one is uploaded, so that the resumed
   * rename must fail.
   */
  readonly earlierName?: string | null;
  mark(): Awaitable<void>;
  /** Call when the file was found under its temporary name: the server did not rename it. */
  clear(): Awaitable<void>;
}

/**
 * Uploads a file completely or not at all: uploads it under a temporary name, compares its size,
 * and renames it. An existing file of that name is never touched; if it has the same bytes, the
 * upload is done. If a response was lost and the file is under neither name, the service may have
 * collected it on arrival, and it is not resent. Throws `UploadFailure`.
 */
export async function sendFile(
  remote: RemoteFolder,
  file: FileToSend,
  doubt: UploadDoubtRecord,
): Promise<'uploaded' | 'was-there'> {
  const earlierName = doubt.earlierName ?? getUnfinishedName(file);
  const wasInDoubt = doubt.isInDoubt && !(await isUnfinished(remote, file, earlierName));
  if (await isAlreadyUploaded(remote, file, wasInDoubt)) return 'was-there';
  if (doubt.isInDoubt) await clearDoubtIfUnfinished(remote, file, doubt, earlierName);
  else if (earlierName !== getUnfinishedName(file)) await remote.remove(earlierName);
  const unfinished = getUnfinishedName(file);
  const closeFailure = await uploadMarked(remote, file, doubt);
  const size = await readUploadedSize(remote, unfinished);
  if (size === null) {
    if (await isAlreadyUploaded(remote, file, true)) return 'was-there';
    throw new UploadFailure('may-have-arrived');
  }
  if (size !== file.bytes) {
    await doubt.clear();
    await remote.remove(unfinished);
    // The server accepted every byte, but did not store them all.
    throw closeFailure ?? new UploadFailure(size < file.bytes ? 'no-room' : 'size-differs');
  }
  try {
    await remote.rename(unfinished, file.name);
  } catch (error) {
    return await resolveFailedRename(remote, file, doubt, error);
  }
  await assertSameSize(remote, file);
  return 'uploaded';
}

/**
 * Uploads the file under its temporary name, and marks it as in doubt before its close: from then on
 * the server may take it, whatever it answers. Returns the failure of the close; null if none.
 */
async function uploadMarked(
  remote: RemoteFolder,
  file: FileToSend,
  doubt: UploadDoubtRecord,
): Promise<UploadFailure | null> {
  const unfinished = getUnfinishedName(file);
  let isMarked = false;
  try {
    await remote.upload(file.path, unfinished, async () => {
      await doubt.mark();
      isMarked = true;
    });
    return null;
  } catch (error) {
    if (isMarked && error instanceof UploadFailure) return error;
    // A rejected mark was not recorded, so the file can go. If its result is unknown, the file
    // stays as evidence.
    if (error instanceof UploadFailure) await remote.remove(unfinished);
    throw error;
  }
}

/** Returns the size of the file that was just uploaded; null if the server took it already. */
async function readUploadedSize(remote: RemoteFolder, name: string): Promise<number | null> {
  try {
    return await remote.readSize(name);
  } catch (error) {
    throw error instanceof UploadFailure ? new UploadFailure('answer-lost') : error;
  }
}

/** Determines from the server's files what happened after a failed rename or a lost response. */
async function resolveFailedRename(
  remote: RemoteFolder,
  file: FileToSend,
  doubt: UploadDoubtRecord,
  error: unknown,
): Promise<'was-there'> {
  try {
    const unfinishedName = getUnfinishedName(file);
    if (await isAlreadyUploaded(remote, file, !(await isUnfinished(remote, file, unfinishedName))))
      return 'was-there';
    await clearDoubtIfUnfinished(remote, file, doubt, unfinishedName);
  } catch (failure) {
    if (!(failure instanceof UploadFailure)) throw failure;
    switch (failure.problem.reason) {
      case 'may-have-arrived':
        throw failure;
      case 'another-file':
        // Another party's file arrived first, and the till's own still has its temporary name; or
        // that is unknown.
        if ((await remote.readSize(getUnfinishedName(file)).catch(() => null)) !== null) {
          await doubt.clear();
        }
        await remote.remove(getUnfinishedName(file));
        throw failure;
      default:
        // The connection is lost, so the server's files cannot be checked now.
        throw new UploadFailure('answer-lost');
    }
  }
  await remote.remove(getUnfinishedName(file));
  throw error;
}

/**
 * A file still under its temporary name was not renamed; a file under neither name may have been.
 */
async function clearDoubtIfUnfinished(
  remote: RemoteFolder,
  file: FileToSend,
  doubt: UploadDoubtRecord,
  name: string,
): Promise<void> {
  const isOwnUpload = name === getUnfinishedName(file);
  const isNotRenamed =
    (await isUnfinished(remote, file, name)) && (isOwnUpload || (await remote.tryRemove(name)));
  if (!isNotRenamed) throw new UploadFailure('may-have-arrived');
  await doubt.clear();
}

/**
 * True if the file is complete under its temporary name: a file under the final name is then
 * another party's.
 */
async function isUnfinished(
  remote: RemoteFolder,
  file: FileToSend,
  name: string,
): Promise<boolean> {
  return (await remote.readSize(name)) === file.bytes;
}

/**
 * Checks the size after a confirmed rename. The file may be missing: a service may collect it on
 * arrival.
 */
async function assertSameSize(remote: RemoteFolder, file: FileToSend): Promise<void> {
  // The size was already compared under the temporary name, so a connection lost now does not
  // matter.
  const size = await remote.readSize(file.name).catch(() => null);
  if (size !== null && size !== file.bytes) throw new UploadFailure('size-differs');
}

async function isAlreadyUploaded(
  remote: RemoteFolder,
  file: FileToSend,
  wasInDoubt: boolean,
): Promise<boolean> {
  const size = await remote.readSize(file.name);
  if (size === null) return false;
  if (size === file.bytes && (await isSameContent(remote, file, wasInDoubt))) return true;
  throw new UploadFailure('another-file');
}

/** If the server denies reading, name and size suffice for a file that was offered to it. */
async function isSameContent(
  remote: RemoteFolder,
  file: FileToSend,
  wasInDoubt: boolean,
): Promise<boolean> {
  try {
    return (await remote.computeDigest(file.name)) === file.sha256;
  } catch (error) {
    const isReadDenied = error instanceof UploadFailure && error.problem.reason === 'no-permission';
    if (isReadDenied) return wasInDoubt;
    throw error;
  }
}

function getUnfinishedName(file: FileToSend): string {
  return file.unfinishedName ?? `${file.name}.part`;
}
