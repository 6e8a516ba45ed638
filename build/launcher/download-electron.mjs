/**
 * Downloads and unpacks Electron's runtime, or exits with code 1 and sends the reason to the launcher.
 * `node download-electron.mjs ROOT STALL_TIMEOUT_MS`
 *
 * The address, the checksum and the cache are those of @electron/get, and unpacking is that of Electron's own
 * installer. Only the transfer is ours, because theirs cannot continue an interrupted one.
 */
import { spawnSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { writeMessage } from './messages.mjs';

/** The server has no such file. All other errors may be gone the next time. */
const FINAL_STATUSES = [404, 410];
const RANGE_NOT_SATISFIABLE = 416;

/** An answer that stays the same the next time. It is remembered with the address. */
class FinalError extends Error {}
class StallError extends Error {}

const [root = '', stallTimeout] = process.argv.slice(2);
const stallTimeoutMs = Number(stallTimeout);
const folder = join(root, 'node_modules', 'electron');
const cache = join(root, 'node_modules', '.cache', 'mostrador');
const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const platform = process.env.ELECTRON_INSTALL_PLATFORM ?? process.platform;
const arch = process.env.ELECTRON_INSTALL_ARCH ?? process.arch;
const finalAnswerFile = join(cache, `electron-${version}-final-answer.json`);

let url = '';
let isContinued = false;

try {
  mkdirSync(cache, { recursive: true });
  await download();
  unpack();
} catch (error) {
  if (error instanceof FinalError) rememberAnswer(error.message);
  process.exitCode = 1;
  process.send?.(toReason(error));
}
if (process.connected) process.disconnect();

/** @param {string} reason */
function rememberAnswer(reason) {
  try {
    writeFileSync(finalAnswerFile, JSON.stringify({ url, reason }));
  } catch {
    // The disk is full or read-only: the next start asks again.
  }
}

async function download() {
  const require = createRequire(join(folder, 'package.json'));
  const { downloadArtifact } = await import(pathToFileURL(require.resolve('@electron/get')).href);
  const artifact = {
    version,
    artifactName: 'electron',
    platform,
    arch,
    cacheRoot: process.env.electron_config_cache,
    checksums: JSON.parse(readFileSync(join(folder, 'checksums.json'), 'utf8')),
    tempDirectory: cache,
    downloader: { download: downloadFile },
  };
  try {
    await downloadArtifact(artifact);
  } catch (error) {
    if (!isChecksumError(error)) throw error;
    // The part that was there already may have been of another file.
    if (isContinued) return await download();
    throw new FinalError(
      `the file at ${url} is not the Electron that the till needs: its checksum is wrong.`,
    );
  }
}

/**
 * A downloader of @electron/get. The part that has arrived stays in the cache if the download ends early.
 *
 * @param {string} address
 * @param {string} target
 */
async function downloadFile(address, target) {
  url = address;
  throwIfAnswered();
  const part = join(cache, `${basename(new URL(url).pathname)}.part`);
  isContinued = getSize(part) > 0;
  writeMessage(
    "Downloading Electron's runtime. Ctrl-C starts the till in the browser shell instead.",
  );
  const report = createProgressReport();
  for (;;) {
    const size = getSize(part);
    try {
      await downloadRest(part, report);
      renameSync(part, target);
      return;
    } catch (error) {
      // A broken connection is opened again for as long as each one brings something.
      if (error instanceof FinalError || error instanceof StallError || getSize(part) <= size) {
        throw error;
      }
    }
  }
}

/** Throws the remembered answer of this address. */
function throwIfAnswered() {
  try {
    const answer = JSON.parse(readFileSync(finalAnswerFile, 'utf8'));
    if (answer.url === url) throw new FinalError(answer.reason);
  } catch (error) {
    if (error instanceof FinalError) throw error;
  }
}

/**
 * @param {string} part
 * @param {(received: number, total: number) => void} report
 */
async function downloadRest(part, report) {
  const size = getSize(part);
  const stall = new AbortController();
  const timer = setTimeout(() => stall.abort(new StallError()), stallTimeoutMs);
  try {
    const response = await fetch(url, {
      signal: stall.signal,
      headers: {
        'accept-encoding': 'identity',
        ...(size > 0 ? { range: `bytes=${size}-` } : {}),
      },
    });
    const isRest = response.headers.get('content-range')?.startsWith(`bytes ${size}-`) ?? false;
    if (response.status === RANGE_NOT_SATISFIABLE || (response.status === 206 && !isRest)) {
      await response.body?.cancel();
      rmSync(part);
      return await downloadRest(part, report);
    }
    if (!response.ok || response.body === null) {
      const reason = `${url} answered ${response.status}.`;
      throw FINAL_STATUSES.includes(response.status) ? new FinalError(reason) : new Error(reason);
    }
    let received = isRest ? size : 0;
    const total = received + Number(response.headers.get('content-length') ?? 0);
    const file = openSync(part, isRest ? 'a' : 'w');
    try {
      for await (const chunk of response.body) {
        timer.refresh();
        writeSync(file, chunk);
        received += chunk.length;
        report(received, total);
      }
    } finally {
      closeSync(file);
    }
  } finally {
    clearTimeout(timer);
  }
}

/** Shows each per cent in a terminal, and each tenth elsewhere. */
function createProgressReport() {
  const { isTTY } = process.stderr;
  const step = isTTY ? 1 : 10;
  let lastPercent = -1;
  return (/** @type {number} */ received, /** @type {number} */ total) => {
    const percent = Math.floor((received / total) * (100 / step)) * step;
    if (percent === lastPercent || !Number.isFinite(percent)) return;
    lastPercent = percent;
    const text = `  ${percent} % of ${Math.ceil(total / 1e6)} MB`;
    if (isTTY) process.stderr.write(`\r${text}${percent === 100 ? '\n' : ''}`);
    else writeMessage(text);
  };
}

/** Runs Electron's installer, which finds the file in the cache. */
function unpack() {
  // The installer writes it last: without it, a runtime that is unpacked in part counts as absent.
  rmSync(join(folder, 'path.txt'), { force: true });
  rmSync(join(folder, 'dist'), { recursive: true, force: true });
  const { status, stderr } = spawnSync(process.execPath, [join(folder, 'install.js')], {
    encoding: 'utf8',
    env: { ...process.env, ELECTRON_INSTALL_PLATFORM: platform, ELECTRON_INSTALL_ARCH: arch },
  });
  if (status !== 0) throw new Error(`Electron's runtime cannot be unpacked.\n${stderr}`);
}

/** @param {unknown} error */
function toReason(error) {
  if (error instanceof FinalError) return `${error.message} To try again: npx install-electron`;
  if (error instanceof StallError) {
    return "the download of Electron's runtime has stalled. The next npm start continues it.";
  }
  const { message, cause } = error instanceof Error ? error : new Error(String(error));
  const detail =
    cause instanceof Error ? `${message}: ${cause.message || Reflect.get(cause, 'code')}` : message;
  return `Electron's runtime could not be downloaded (${detail}). The next npm start tries again.`;
}

/** @param {unknown} error */
function isChecksumError(error) {
  return (
    error instanceof Error && /checksum|ChecksumMismatch/i.test(`${error.name} ${error.message}`)
  );
}

/** @param {string} file */
function getSize(file) {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
