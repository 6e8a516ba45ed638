import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { formatSandboxAdvice } from './electron-sandbox.mjs';
import { writeMessage } from './messages.mjs';
import { runInTerminal } from './run.mjs';

/**
 * On a slow computer, Electron takes up to 20 seconds to start; then its window is visible after 5 at the
 * latest.
 */
const WINDOW_TIMEOUT_MS = 60_000;
/** Longer than the till takes to quit in order. */
const KILL_DELAY_MS = 10_000;
const POLL_INTERVAL_MS = 250;
/** A signal to the whole terminal can reach this process after Electron has ended by it. */
const GROUP_SIGNAL_DELAY_MS = 1000;

/** The window is visible, or the till itself said why it does not start. */
const FINAL_STEPS = ['window', 'refused'];
/** A person or the system ended the till. */
const REQUESTED_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** The dynamic loader ends a program with it if a library is missing. */
const LIBRARY_MISSING_CODE = 127;
/** Windows ends a program that crashed, or misses a library, with a code from here on. */
const FIRST_CRASH_CODE = 0x8000_0000;

/**
 * Starts the till in Electron and waits for its end. Returns its exit code, or the reason why it never
 * showed its window. A till that showed its window may have an open payment: its crash is not a reason. Nor is
 * any end after a signal that asked this process to end.
 *
 * Main writes its progress to the file in `TILL_START_REPORT` (electron/shell/electron/start-report.ts). Not by an
 * IPC channel: Electron on Linux has had windows that never load if it inherits one (electron#17044). A till that
 * cannot write it is neither ended nor started again: its window may be visible.
 *
 * @param {{
 *   readonly binary: string,
 *   readonly args: readonly string[],
 *   readonly env: NodeJS.ProcessEnv,
 *   readonly root: string,
 *   readonly hasRequest: boolean,
 *   readonly systemRoot?: string | undefined,
 *   readonly windowTimeoutMs?: number | undefined,
 * }} options `hasRequest`: the till was started for something else than to open its window at once.
 * @returns {Promise<{ readonly code: number, readonly reason?: undefined } | { readonly reason: string }>}
 */
export async function runElectron({
  binary,
  args,
  env,
  root,
  hasRequest,
  systemRoot,
  windowTimeoutMs = WINDOW_TIMEOUT_MS,
}) {
  const report = createStartReport([tmpdir(), join(root, 'out')]);
  const watch = createWindowWatch(report, windowTimeoutMs);
  const stopRequest = watchStopRequest();
  try {
    const code = await runInTerminal(binary, args, {
      cwd: process.cwd(),
      env: { ...env, ...(report.file === null ? {} : { TILL_START_REPORT: report.file }) },
      onSpawn: (child) => !hasRequest && watch.start(child),
    });
    if (stopRequest.hasArrived()) return { code };
    if (watch.isTimedOut()) {
      return { reason: `Electron did not show its window in ${windowTimeoutMs / 1000} seconds.` };
    }
    const reason = startFailureReason({
      code,
      binary,
      hasRequest,
      systemRoot,
      progress: report.readFinalSteps(),
    });
    if (reason === null) return { code };
    await wait(GROUP_SIGNAL_DELAY_MS);
    return stopRequest.hasArrived() ? { code } : { reason };
  } catch (error) {
    return { reason: `Electron cannot be run: ${error instanceof Error ? error.message : error}.` };
  } finally {
    stopRequest.stopWatching();
    watch.stop();
    report.remove();
  }
}

/** Notices a signal that asks this process to end. */
function watchStopRequest() {
  let hasArrived = false;
  const noteArrival = () => {
    hasArrived = true;
  };
  for (const signal of REQUESTED_SIGNALS) process.on(signal, noteArrival);
  return {
    hasArrived: () => hasArrived,
    stopWatching: () => {
      for (const signal of REQUESTED_SIGNALS) process.off(signal, noteArrival);
    },
  };
}

/**
 * The file in which main reports how far it is, in a folder of its own: in the first of these that can be
 * written.
 *
 * @typedef {ReturnType<typeof createStartReport>} StartReport
 * @param {readonly string[]} parents
 */
function createStartReport(parents) {
  /** @type {string[]} */
  const folders = [];
  /** @type {string | null} */
  let file = null;
  for (const parent of parents) {
    try {
      if (parent !== tmpdir()) mkdirSync(parent, { recursive: true });
      const folder = mkdtempSync(join(parent, 'till-start-'));
      folders.push(folder);
      appendFileSync(join(folder, 'report'), 'launcher\n');
      file = join(folder, 'report');
      break;
    } catch (error) {
      if (parent === parents.at(-1))
        writeMessage(
          `Neither ${parents.join(' nor ')} can be written (${error instanceof Error ? error.message : error}), so nothing notices if Electron shows no window. Then free some space there, or start with --browser.`,
        );
    }
  }
  /** The steps that main reported; null without the file, which main deletes if it cannot write it. */
  const readSteps = () => {
    try {
      return file === null ? null : readFileSync(file, 'utf8').split('\n');
    } catch {
      return null;
    }
  };
  return {
    file,
    readSteps,
    /** The same, but null also where this process cannot write the file, so that main could not either. */
    readFinalSteps: () => {
      const steps = readSteps();
      try {
        if (file !== null && steps !== null) appendFileSync(file, '\n');
        return steps;
      } catch {
        return null;
      }
    },
    remove: () => {
      try {
        for (const folder of folders) rmSync(folder, { recursive: true, force: true });
      } catch {
        // The disk is read-only now.
      }
    },
  };
}

/**
 * Ends a till that does not show its window in time.
 *
 * @param {StartReport} report
 * @param {number} windowTimeoutMs
 */
function createWindowWatch(report, windowTimeoutMs) {
  let isTimedOut = false;
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  /** @type {NodeJS.Timeout | undefined} */
  let poll;
  const stop = () => {
    clearInterval(poll);
    clearTimeout(timer);
  };
  return {
    isTimedOut: () => isTimedOut,
    stop,
    start: (/** @type {import('node:child_process').ChildProcess} */ child) => {
      const end = () => {
        stop();
        if (isFinished(report.readFinalSteps())) return;
        isTimedOut = true;
        child.kill('SIGTERM');
        timer = setTimeout(() => child.kill('SIGKILL'), KILL_DELAY_MS);
      };
      timer = setTimeout(end, windowTimeoutMs);
      poll = setInterval(() => isFinished(report.readSteps()) && stop(), POLL_INTERVAL_MS);
    },
  };
}

/**
 * Why Electron ended before its window was visible, from its exit code; null if that was in order.
 *
 * @param {{
 *   readonly code: number,
 *   readonly binary: string,
 *   readonly hasRequest: boolean,
 *   readonly systemRoot?: string | undefined,
 *   readonly progress: readonly string[] | null,
 * }} ended
 */
export function startFailureReason({ code, binary, hasRequest, systemRoot, progress }) {
  // A request may have been carried out in part, so nothing repeats it.
  const isFinal = isFinished(progress) || (hasRequest && progress?.includes('main'));
  const signal = getSignalName(code);
  if (isFinal || REQUESTED_SIGNALS.includes(signal ?? '')) return null;
  // With exit code 0 main ends without a window if another copy showed its own; an empty file ends so too.
  if (code === 0 && progress?.includes('main')) return null;
  if (code === 0)
    return `Electron ended at once and did not run the till. ${formatDamageAdvice(binary)}`;
  if (code === LIBRARY_MISSING_CODE) return formatMissingLibraries(binary);
  const end = `Electron ended with ${signal ?? `exit code ${formatExitCode(code)}`} before it showed its window.`;
  if (signal === 'SIGTRAP' && process.platform === 'linux') {
    return `${end} Most likely its sandbox could not start.${formatSandboxAdvice(binary, systemRoot)}`;
  }
  return signal === null
    ? `${end} Its own messages are above.`
    : `${end} ${formatDamageAdvice(binary)}`;
}

/** @param {string} binary */
function formatDamageAdvice(binary) {
  return `If it happens each time, its files may be damaged: delete ${dirname(binary)} and run npm start again.`;
}

/** @param {string} binary */
function formatMissingLibraries(binary) {
  const { stdout } = spawnSync('ldd', [binary], { encoding: 'utf8', timeout: 10_000 });
  const libraries = [...(stdout ?? '').matchAll(/^\s*(\S+) => not found/gm)].map(
    ([, name]) => name,
  );
  return libraries.length === 0
    ? `Electron ended with exit code ${LIBRARY_MISSING_CODE}: a library that it needs is missing, or it cannot be run. ${formatDamageAdvice(binary)}`
    : `Electron needs libraries that are not installed: ${libraries.join(', ')}. Install the packages that contain them.`;
}

/** @param {number} code */
function formatExitCode(code) {
  return code >= FIRST_CRASH_CODE ? `0x${code.toString(16)}` : String(code);
}

/**
 * The signal of an exit code of `runInTerminal`, or of a shell that ran the program.
 *
 * @param {number} code
 */
function getSignalName(code) {
  const names = Object.entries(constants.signals);
  return names.find(([, number]) => code === 128 + number)?.[0] ?? null;
}

/**
 * Whether the window is visible, the till said why it does not start, or nobody can know.
 *
 * @param {readonly string[] | null} progress
 */
function isFinished(progress) {
  return progress === null || progress.some((step) => FINAL_STEPS.includes(step));
}
