import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { formatSandboxAdvice } from './electron-sandbox.mjs';
import { runInTerminal } from './run.mjs';

/**
 * On a slow computer, Electron takes up to 20 seconds to start; then its window is visible after 5 at the
 * latest.
 */
const WINDOW_TIMEOUT_MS = 60_000;
/** Longer than the till takes to quit in order. */
const KILL_DELAY_MS = 10_000;
const POLL_INTERVAL_MS = 250;

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
 * showed its window. A till that showed its window may have an open payment: its crash is not a reason.
 *
 * Main writes its progress to the file in `TILL_START_REPORT` (electron/shell/electron/start-report.ts). Not by an
 * IPC channel: Electron on Linux has had windows that never load if it inherits one (electron#17044).
 *
 * @param {{
 *   readonly binary: string,
 *   readonly args: readonly string[],
 *   readonly env: NodeJS.ProcessEnv,
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
  hasRequest,
  systemRoot,
  windowTimeoutMs = WINDOW_TIMEOUT_MS,
}) {
  const folder = mkdtempSync(join(tmpdir(), 'till-start-'));
  const report = join(folder, 'report');
  const watch = createWindowWatch(report, windowTimeoutMs);
  try {
    const code = await runInTerminal(binary, args, {
      cwd: process.cwd(),
      env: { ...env, TILL_START_REPORT: report },
      onSpawn: (child) => !hasRequest && watch.start(child),
    });
    if (watch.isTimedOut()) {
      return { reason: `Electron did not show its window in ${windowTimeoutMs / 1000} seconds.` };
    }
    const reason = startFailureReason({
      code,
      binary,
      hasRequest,
      systemRoot,
      progress: readReport(report),
    });
    return reason === null ? { code } : { reason };
  } catch (error) {
    return { reason: `Electron cannot be run: ${error instanceof Error ? error.message : error}.` };
  } finally {
    watch.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Ends a till that does not show its window in time.
 *
 * @param {string} report
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
      const isStarted = () => readReport(report).some((step) => FINAL_STEPS.includes(step));
      const end = () => {
        stop();
        if (isStarted()) return;
        isTimedOut = true;
        child.kill('SIGTERM');
        timer = setTimeout(() => child.kill('SIGKILL'), KILL_DELAY_MS);
      };
      timer = setTimeout(end, windowTimeoutMs);
      poll = setInterval(() => isStarted() && stop(), POLL_INTERVAL_MS);
    },
  };
}

/**
 * @param {{
 *   readonly code: number,
 *   readonly binary: string,
 *   readonly hasRequest: boolean,
 *   readonly systemRoot: string | undefined,
 *   readonly progress: readonly string[],
 * }} ended
 */
function startFailureReason({ code, binary, hasRequest, systemRoot, progress }) {
  // A request may have been carried out in part, so nothing repeats it.
  const isFinal =
    progress.some((step) => FINAL_STEPS.includes(step)) ||
    (hasRequest && progress.includes('main'));
  const signal = getSignalName(code);
  if (code === 0 || isFinal || REQUESTED_SIGNALS.includes(signal ?? '')) return null;
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

/** @param {string} report */
function readReport(report) {
  try {
    return readFileSync(report, 'utf8').split('\n');
  } catch {
    return [];
  }
}
