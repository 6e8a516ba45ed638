import type { Awaitable, FileToSend } from '../types.ts';
import { type RemoteFolder, UploadFailure } from '../upload-server.ts';

/**
 * Records that the server may have the file under its name. It is opened before the rename is
 * requested, and stays open until the result is known, even over a restart of the till.
 */
export interface UploadOffer {
  /** An earlier attempt opened it, and its reply was lost. */
  readonly isOpen: boolean;
  /**
   * The temporary name of the earlier attempt, if it is another than the file's: that of a process
   * which may wake up and go on. Its file is taken away before this one goes out, so that its
   * rename can no longer succeed.
   */
  readonly earlierName?: string | null;
  open(): Awaitable<void>;
  /** The file was seen under its temporary name: the server did not take it. */
  close(): Awaitable<void>;
}

/**
 * Puts a file under its name, whole or not at all: it is sent under a temporary name, its size is
 * compared, and it is renamed. An existing file of that name is never touched; with the same bytes,
 * the work is done. If a reply was lost and the file is under neither name, it may have been
 * collected on arrival, and is not sent again. Throws `UploadFailure`.
 */
export async function sendFile(
  remote: RemoteFolder,
  file: FileToSend,
  offer: UploadOffer,
): Promise<'uploaded' | 'was-there'> {
  const earlier = offer.earlierName ?? getUnfinishedName(file);
  const wasOffered = offer.isOpen && !(await isUnfinished(remote, file, earlier));
  if (await isAlreadyUploaded(remote, file, wasOffered)) return 'was-there';
  if (offer.isOpen) await closeOfferIfUnfinished(remote, file, offer, earlier);
  else if (earlier !== getUnfinishedName(file)) await remote.remove(earlier);
  const unfinished = getUnfinishedName(file);
  try {
    await remote.upload(file.path, unfinished);
    const size = await remote.readSize(unfinished);
    // The server took every byte, but did not keep them all.
    if (size === null || size < file.bytes) throw new UploadFailure('no-room');
    if (size !== file.bytes) throw new UploadFailure('size-differs');
  } catch (error) {
    await remote.remove(unfinished);
    throw error;
  }
  try {
    await offer.open();
  } catch (error) {
    // Nobody was told of an offer that was refused. Where it is not known, the file stays as proof.
    if (error instanceof UploadFailure) await remote.remove(unfinished);
    throw error;
  }
  try {
    await remote.rename(unfinished, file.name);
  } catch (error) {
    return await resolveFailedRename(remote, file, offer, error);
  }
  await assertSameSize(remote, file);
  return 'uploaded';
}

/** After a failed rename, or a lost reply, what is on the server shows what happened. */
async function resolveFailedRename(
  remote: RemoteFolder,
  file: FileToSend,
  offer: UploadOffer,
  error: unknown,
): Promise<'was-there'> {
  try {
    const own = getUnfinishedName(file);
    if (await isAlreadyUploaded(remote, file, !(await isUnfinished(remote, file, own))))
      return 'was-there';
    await closeOfferIfUnfinished(remote, file, offer, own);
  } catch (found) {
    if (!(found instanceof UploadFailure)) throw found;
    switch (found.problem.reason) {
      case 'may-have-arrived':
        throw found;
      case 'another-file':
        // Somebody else's file came first, and ours still has its temporary name; or that is
        // unknown.
        if ((await remote.readSize(getUnfinishedName(file)).catch(() => null)) !== null) {
          await offer.close();
        }
        await remote.remove(getUnfinishedName(file));
        throw found;
      default:
        // The connection is gone, so nobody can look now.
        throw new UploadFailure('answer-lost');
    }
  }
  await remote.remove(getUnfinishedName(file));
  throw error;
}

/** A file still under its temporary name was not renamed; one under neither name may have been. */
async function closeOfferIfUnfinished(
  remote: RemoteFolder,
  file: FileToSend,
  offer: UploadOffer,
  name: string,
): Promise<void> {
  const isOurs = name === getUnfinishedName(file);
  const isNotTaken =
    (await isUnfinished(remote, file, name)) && (isOurs || (await remote.takeAway(name)));
  if (!isNotTaken) throw new UploadFailure('may-have-arrived');
  await offer.close();
}

/** Whole under its temporary name: a file under the final name is then somebody else's. */
async function isUnfinished(
  remote: RemoteFolder,
  file: FileToSend,
  name: string,
): Promise<boolean> {
  return (await remote.readSize(name)) === file.bytes;
}

/** After a confirmed rename: a service may collect a file the moment that it arrives. */
async function assertSameSize(remote: RemoteFolder, file: FileToSend): Promise<void> {
  // Its size was compared under the temporary name, so a connection lost now changes nothing.
  const size = await remote.readSize(file.name).catch(() => null);
  if (size !== null && size !== file.bytes) throw new UploadFailure('size-differs');
}

async function isAlreadyUploaded(
  remote: RemoteFolder,
  file: FileToSend,
  wasOffered: boolean,
): Promise<boolean> {
  const size = await remote.readSize(file.name);
  if (size === null) return false;
  if (size === file.bytes && (await isSameContent(remote, file, wasOffered))) return true;
  throw new UploadFailure('another-file');
}

/** If the server allows no reading, name and size must do for a file that was offered to it. */
async function isSameContent(
  remote: RemoteFolder,
  file: FileToSend,
  wasOffered: boolean,
): Promise<boolean> {
  try {
    return (await remote.computeDigest(file.name)) === file.sha256;
  } catch (error) {
    const isClosed = error instanceof UploadFailure && error.problem.reason === 'no-permission';
    if (isClosed) return wasOffered;
    throw error;
  }
}

function getUnfinishedName(file: FileToSend): string {
  return file.unfinishedName ?? `${file.name}.part`;
}
