import { spawn } from 'node:child_process';
import { readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fail, ok, type Problem, type Result } from '../../../../shared/contract/index.ts';
import { type Log, writeFileAtomically } from '../../../platform/index.ts';
import type { OutgoingFile, ReceiptOutlets } from '../../../printing/index.ts';
import { buildMailDraft } from './mail-draft.ts';

export interface OutletPorts {
  readonly kind: 'electron' | 'browser';
  readonly platform: NodeJS.Platform;
  readonly environment: NodeJS.ProcessEnv;
  /** For the files that a mail program reads. */
  readonly mailFolder: string;
  /** Asks the person where to save a file of this name; null if she chose no place. */
  askWhereTo(name: string): Promise<string | null>;
  /** Electron's: opens a file with the system's program; empty, or why not. */
  openPath(path: string): Promise<string>;
  readonly log: Log;
  /** For tests; the product leaves it out. */
  readonly mailOpenTimeoutMs?: number;
}

/** How long the cashier waits for a mail program that cannot open; most never say anything. */
const MAIL_OPEN_TIMEOUT_MS = 5_000;
/**
 * One that ends in an error this soon showed no message that anybody could send. Later it has been
 * used: how it ends then says nothing.
 */
const MAIL_FAILURE_WINDOW_MS = 30_000;
/** Some mail programs read the file only when the message is sent. */
const DRAFT_TTL_MS = 7 * 86_400_000;

type RefusalReason = Extract<Problem, { kind: 'without-paper' }>['reason'];
const toRefusal = (reason: RefusalReason) => fail({ kind: 'without-paper', reason });

export function createOutlets(ports: OutletPorts): ReceiptOutlets {
  const { kind, log } = ports;
  const dropOldDrafts = () => deleteOldDrafts(ports.mailFolder, log);
  // Of a till, too, that is never open for long.
  void dropOldDrafts();

  const write = async (path: string, bytes: Uint8Array): Promise<Result<null>> => {
    try {
      const written = await writeFileAtomically(path, (handle) => handle.writeFile(bytes));
      if (written.ok) return ok(null);
      const { problem } = written;
      log.warn({ problem }, 'receipt-outlets: saving receipt failed');
      const isFull = problem.kind === 'storage' && problem.reason === 'full';
      const isClosed = problem.kind === 'storage' && problem.reason === 'read-only';
      return toRefusal(isFull ? 'disk-full' : isClosed ? 'folder-closed' : 'not-saved');
    } catch (error) {
      log.error({ err: error }, 'receipt-outlets: saving receipt threw');
      return toRefusal('not-saved');
    }
  };

  const saveFile: ReceiptOutlets['saveFile'] = async (file, onLeaving) => {
    if (kind === 'browser') {
      const leaving = onLeaving();
      if (!leaving.ok) return leaving;
      const base64 = Buffer.from(file.bytes).toString('base64');
      return ok({ kind: 'download', name: file.name, base64 });
    }
    const path = await ports.askWhereTo(file.name);
    if (path === null) return ok({ kind: 'cancelled' });
    const leaving = onLeaving();
    if (!leaving.ok) return leaving;
    const written = (await isFolder(dirname(path)))
      ? await write(path, file.bytes)
      : toRefusal('not-saved');
    return written.ok ? ok({ kind: 'saved', name: basename(path) }) : written;
  };

  const composeMail: ReceiptOutlets['composeMail'] = async (message, onLeaving, onFailed) => {
    if (!hasDisplay(ports)) return toRefusal('no-mail-program');
    // `xdg-email` hands the file itself to the program that the person has chosen.
    const isXdg = ports.platform !== 'win32' && ports.platform !== 'darwin';
    const file: OutgoingFile = isXdg
      ? message.file
      : {
          name: message.file.name.replace(/\.pdf$/, '.eml'),
          bytes: Buffer.from(buildMailDraft(message), 'utf8'),
        };
    const path = join(ports.mailFolder, file.name);
    const leaving = onLeaving();
    if (!leaving.ok) return leaving;
    const written = await write(path, file.bytes);
    if (!written.ok) return written;
    const removeDraft = (): Promise<void> =>
      rm(path, { force: true }).catch((error: unknown) => {
        log.warn({ err: error }, 'receipt-outlets: deleting mail draft failed');
      });
    const failedLate = (): void => {
      void removeDraft();
      try {
        onFailed();
      } catch (error) {
        log.error({ err: error }, 'receipt-outlets: recording mail failure failed');
      }
    };
    const trouble = isXdg
      ? await openXdgEmail(message, path, ports, failedLate)
      : (await ports.openPath(path)) === ''
        ? null
        : 'no-mail-program';
    if (trouble === null) return ok({ kind: 'mail-opened' });
    await removeDraft();
    return toRefusal(trouble);
  };

  return { saveFile, composeMail, deleteOldDrafts: dropOldDrafts };
}

/** A folder that is gone, such as that of a disk, is not made anew. */
async function isFolder(path: string): Promise<boolean> {
  return await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/** Without a screen, xdg-email would start a program that nobody sees. */
function hasDisplay({ platform, environment }: OutletPorts): boolean {
  if (platform === 'win32' || platform === 'darwin') return true;
  return Boolean(environment.DISPLAY || environment.WAYLAND_DISPLAY);
}

/** The exit codes of xdg-email: 3, a program was not found; 4, it did not work. */
const PROGRAM_NOT_FOUND = 3;

function openXdgEmail(
  message: { readonly subject: string; readonly text: string },
  file: string,
  { log, environment, mailOpenTimeoutMs = MAIL_OPEN_TIMEOUT_MS }: OutletPorts,
  failedLate: () => void,
): Promise<RefusalReason | null> {
  const words = ['--utf8', '--subject', message.subject, '--body', message.text, '--attach', file];
  return new Promise((resolve) => {
    const child = spawn('xdg-email', words, { stdio: 'ignore', detached: true, env: environment });
    const begun = performance.now();
    let isAnswered = false;
    const answer = (reason: RefusalReason | null): void => {
      clearTimeout(patience);
      isAnswered = true;
      resolve(reason);
    };
    // A program that is still there shows the message: it ends when the person closes it.
    const patience = setTimeout(() => answer(null), mailOpenTimeoutMs);
    child.on('error', (error) => {
      log.warn({ err: error }, 'receipt-outlets: xdg-email start failed');
      answer('no-mail-program');
    });
    child.on('exit', (code) => {
      if (code !== 0) log.warn({ code }, 'receipt-outlets: xdg-email exited with error');
      if (!isAnswered)
        answer(code === 0 ? null : code === PROGRAM_NOT_FOUND ? 'no-mail-program' : 'mail-failed');
      else if (code !== 0 && performance.now() - begun < MAIL_FAILURE_WINDOW_MS) failedLate();
    });
    child.unref();
  });
}

/** A customer's receipts do not pile up in the profile; the ledger keeps what was given. */
async function deleteOldDrafts(folder: string, log: Log): Promise<void> {
  try {
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      const { mtimeMs } = await stat(path);
      if (Date.now() - mtimeMs > DRAFT_TTL_MS) await rm(path, { force: true });
    }
  } catch (error) {
    const isNone = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isNone) log.warn({ err: error }, 'receipt-outlets: deleting expired mail drafts failed');
  }
}
