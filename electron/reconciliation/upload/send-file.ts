import { type RemoteFolder, UploadFailure } from '../server.ts';
import type { FileToSend } from '../types.ts';

/**
 * The word that the server may have the file under its name. It is opened before the name is asked
 * for, and stays open until it is known what became of it: also over the end of the till.
 */
export interface Offer {
  /** It was opened by an attempt before, whose answer was lost. */
  readonly isOpen: boolean;
  open(): void;
  /** The file was seen under its other name: the server did not take it. */
  close(): void;
}

/**
 * Puts a file under its name, whole or not at all: under a name of its own first, its size compared,
 * then renamed. A file of that name that is there already is never touched: the same bytes mean that
 * it is done. Where an answer was lost and the file is nowhere, it may have been taken away as it
 * arrived: it is not sent again. Throws `UploadFailure`.
 */
export async function sendFile(
  remote: RemoteFolder,
  file: FileToSend,
  offer: Offer,
): Promise<'uploaded' | 'was-there'> {
  if (await isThere(remote, file, offer.isOpen && !(await isUnfinished(remote, file)))) {
    return 'was-there';
  }
  if (offer.isOpen) await closeOfferIfUnfinished(remote, file, offer);
  const unfinished = unfinishedName(file);
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
  offer.open();
  try {
    await remote.rename(unfinished, file.name);
  } catch (error) {
    return await afterFailedRename(remote, file, offer, error);
  }
  await compareSize(remote, file);
  return 'uploaded';
}

/** What the server says of a rename that failed, or whose answer was lost, is seen by what is there. */
async function afterFailedRename(
  remote: RemoteFolder,
  file: FileToSend,
  offer: Offer,
  error: unknown,
): Promise<'was-there'> {
  try {
    if (await isThere(remote, file, !(await isUnfinished(remote, file)))) return 'was-there';
    await closeOfferIfUnfinished(remote, file, offer);
  } catch (found) {
    if (!(found instanceof UploadFailure)) throw found;
    switch (found.problem.reason) {
      case 'may-have-arrived':
        throw found;
      case 'another-file':
        // Another came first, and ours still has its other name; or it is not known to.
        if ((await remote.sizeOf(unfinishedName(file)).catch(() => null)) !== null) offer.close();
        await remote.remove(unfinishedName(file));
        throw found;
      default:
        // The line is gone, so that nobody can look now.
        throw new UploadFailure('answer-lost');
    }
  }
  await remote.remove(unfinishedName(file));
  throw error;
}

/** A file that still has its other name was not renamed; one that is nowhere may have been. */
async function closeOfferIfUnfinished(
  remote: RemoteFolder,
  file: FileToSend,
  offer: Offer,
): Promise<void> {
  if (!(await isUnfinished(remote, file))) {
    throw new UploadFailure('may-have-arrived');
  }
  offer.close();
}

/** Whole under its other name: whatever stands under its own was put there by somebody else. */
async function isUnfinished(remote: RemoteFolder, file: FileToSend): Promise<boolean> {
  return (await remote.sizeOf(unfinishedName(file))) === file.bytes;
}

/** After a rename that was answered: a service may take a file away the moment that it is there. */
async function compareSize(remote: RemoteFolder, file: FileToSend): Promise<void> {
  // Its size was compared under the other name, so that a line that breaks now takes nothing back.
  const size = await remote.sizeOf(file.name).catch(() => null);
  if (size !== null && size !== file.bytes) throw new UploadFailure('size-differs');
}

async function isThere(
  remote: RemoteFolder,
  file: FileToSend,
  wasOffered: boolean,
): Promise<boolean> {
  const size = await remote.sizeOf(file.name);
  if (size === null) return false;
  if (size === file.bytes && (await isSame(remote, file, wasOffered))) return true;
  throw new UploadFailure('another-file');
}

/** Where a server lets nothing be read, name and size have to do for a file that was offered to it. */
async function isSame(
  remote: RemoteFolder,
  file: FileToSend,
  wasOffered: boolean,
): Promise<boolean> {
  try {
    return (await remote.digestOf(file.name)) === file.sha256;
  } catch (error) {
    const isClosed = error instanceof UploadFailure && error.problem.reason === 'no-permission';
    if (isClosed) return wasOffered;
    throw error;
  }
}

function unfinishedName(file: FileToSend): string {
  return `${file.name}.part`;
}
