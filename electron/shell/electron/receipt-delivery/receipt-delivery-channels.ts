import { spawn } from 'node:child_process';
import { readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fail, ok, type Problem, type Result } from '../../../../shared/contract/index.ts';
import { isProfileFile, type Log, writeFileAtomically } from '../../../platform/index.ts';
import type { ReceiptDeliveryChannels, ReceiptFile } from '../../../printing/index.ts';
import { buildMailDraft } from './mail-draft.ts';

export interface ReceiptDeliveryChannelPorts {
  readonly kind: 'electron' | 'browser';
  readonly platform: NodeJS.Platform;
  readonly environment: NodeJS.ProcessEnv;
  readonly profileFolder: string;
  /** Asks the person where to save a file of this name; null if cancelled. */
  showSaveDialog(name: string): Promise<string | null>;
  /**
   * Electron's `shell.openPath`: opens a file with the system's program; returns an empty text, or
   * the error.
   */
  openPath(path: string): Promise<string>;
  readonly log: Log;
  /** Set by tests only. */
  readonly mailOpenTimeoutMs?: number;
}

/** How long the cashier waits for an error of the mail program; most report nothing. */
const MAIL_OPEN_TIMEOUT_MS = 5_000;
/**
 * An error within this time means that no message was shown that could be sent. After a longer time
 * the program was used, and its exit code proves nothing.
 */
const MAIL_FAILURE_WINDOW_MS = 30_000;
/** Some mail programs read the file only when the message is sent. */
const DRAFT_TTL_MS = 7 * 86_400_000;

type RefusalReason = Extract<Problem, { kind: 'without-paper' }>['reason'];
const toRefusal = (reason: RefusalReason) => fail({ kind: 'without-paper', reason });

export function createReceiptDeliveryChannels(
  ports: ReceiptDeliveryChannelPorts,
): ReceiptDeliveryChannels {
  const { kind, log } = ports;
  // The files that a mail program reads.
  const mailFolder = join(ports.profileFolder, 'mail');
  const deleteOwnDrafts = () => deleteOldDrafts(mailFolder, log);
  // Also at the start, for a till that is never open for long.
  void deleteOwnDrafts();

  const write = async (path: string, bytes: Uint8Array): Promise<Result<null>> => {
    try {
      const written = await writeFileAtomically(path, (handle) => handle.writeFile(bytes));
      if (written.ok) return ok(null);
      const { problem } = written;
      log.warn({ problem }, 'receipt-delivery: saving receipt failed');
      const isFull = problem.kind === 'storage' && problem.reason === 'full';
      const isReadOnly = problem.kind === 'storage' && problem.reason === 'read-only';
      return toRefusal(isFull ? 'disk-full' : isReadOnly ? 'folder-closed' : 'not-saved');
    } catch (error) {
      log.error({ err: error }, 'receipt-delivery: saving receipt threw');
      return toRefusal('not-saved');
    }
  };

  const saveFile: ReceiptDeliveryChannels['saveFile'] = async (file, onLeaving) => {
    if (kind === 'browser') {
      const departure = onLeaving();
      if (!departure.ok) return departure;
      const base64 = Buffer.from(file.bytes).toString('base64');
      return ok({ kind: 'download', name: file.name, base64 });
    }
    const path = await ports.showSaveDialog(file.name);
    if (path === null) return ok({ kind: 'cancelled' });
    if (await isProfileFile(path, ports.profileFolder)) return toRefusal('folder-closed');
    const departure = onLeaving();
    if (!departure.ok) return departure;
    const written = (await isFolder(dirname(path)))
      ? await write(path, file.bytes)
      : toRefusal('not-saved');
    return written.ok ? ok({ kind: 'saved', name: basename(path) }) : written;
  };

  const composeMail: ReceiptDeliveryChannels['composeMail'] = async (
    message,
    onLeaving,
    onFailed,
  ) => {
    if (!hasDisplay(ports)) return toRefusal('no-mail-program');
    // `xdg-email` passes the file itself to the person's default mail program.
    const isXdg = ports.platform !== 'win32' && ports.platform !== 'darwin';
    const file: ReceiptFile = isXdg
      ? message.file
      : {
          name: message.file.name.replace(/\.pdf$/, '.eml'),
          bytes: Buffer.from(buildMailDraft(message), 'utf8'),
        };
    const path = join(mailFolder, file.name);
    const departure = onLeaving();
    if (!departure.ok) return departure;
    const written = await write(path, file.bytes);
    if (!written.ok) return written;
    const removeDraft = (): Promise<void> =>
      rm(path, { force: true }).catch((error: unknown) => {
        log.warn({ err: error }, 'receipt-delivery: deleting mail draft failed');
      });
    const handleLateFailure = (): void => {
      void removeDraft();
      try {
        onFailed();
      } catch (error) {
        log.error({ err: error }, 'receipt-delivery: recording mail failure failed');
      }
    };
    const failureReason = isXdg
      ? await openXdgEmail(message, path, ports, handleLateFailure)
      : (await ports.openPath(path)) === ''
        ? null
        : 'no-mail-program';
    if (failureReason === null) return ok({ kind: 'mail-opened' });
    await removeDraft();
    return toRefusal(failureReason);
  };

  return { saveFile, composeMail, deleteOldDrafts: deleteOwnDrafts };
}

/** A missing folder, for example on an unplugged disk, is not created. */
async function isFolder(path: string): Promise<boolean> {
  return await stat(path).then(
    (fileStats) => fileStats.isDirectory(),
    () => false,
  );
}

/** Without a display, xdg-email would start an invisible program. */
function hasDisplay({ platform, environment }: ReceiptDeliveryChannelPorts): boolean {
  if (platform === 'win32' || platform === 'darwin') return true;
  return Boolean(environment.DISPLAY || environment.WAYLAND_DISPLAY);
}

/** Exit code 3 of xdg-email: a program was not found. Code 4: the action failed. */
const PROGRAM_NOT_FOUND = 3;

function openXdgEmail(
  message: { readonly subject: string; readonly text: string },
  file: string,
  { log, environment, mailOpenTimeoutMs = MAIL_OPEN_TIMEOUT_MS }: ReceiptDeliveryChannelPorts,
  handleLateFailure: () => void,
): Promise<RefusalReason | null> {
  const args = ['--utf8', '--subject', message.subject, '--body', message.text, '--attach', file];
  return new Promise((resolve) => {
    const child = spawn('xdg-email', args, { stdio: 'ignore', detached: true, env: environment });
    const startedAt = performance.now();
    let isResolved = false;
    const resolveOnce = (reason: RefusalReason | null): void => {
      clearTimeout(timeout);
      isResolved = true;
      resolve(reason);
    };
    // A program that is still running shows the message: it exits when the person closes it.
    const timeout = setTimeout(() => resolveOnce(null), mailOpenTimeoutMs);
    child.on('error', (error) => {
      log.warn({ err: error }, 'receipt-delivery: xdg-email start failed');
      resolveOnce('no-mail-program');
    });
    child.on('exit', (code) => {
      if (code !== 0) log.warn({ code }, 'receipt-delivery: xdg-email exited with error');
      if (!isResolved)
        resolveOnce(
          code === 0 ? null : code === PROGRAM_NOT_FOUND ? 'no-mail-program' : 'mail-failed',
        );
      else if (code !== 0 && performance.now() - startedAt < MAIL_FAILURE_WINDOW_MS)
        handleLateFailure();
    });
    child.unref();
  });
}

/**
 * Deletes old drafts, so that customers' receipts do not accumulate in the profile; the ledger
 * records what was handed over.
 */
async function deleteOldDrafts(folder: string, log: Log): Promise<void> {
  try {
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      const { mtimeMs } = await stat(path);
      if (Date.now() - mtimeMs > DRAFT_TTL_MS) await rm(path, { force: true });
    }
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isMissing)
      log.warn({ err: error }, 'receipt-delivery: deleting expired mail drafts failed');
  }
}
