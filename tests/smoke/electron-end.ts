import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { findElectronBinary } from '../../build/launcher/electron-runtime.mjs';
import { startFailureReason } from '../../build/launcher/run-electron.mjs';
import { buildElectronArguments } from '../e2e/support/shells.ts';
import { ROOT } from '../support/till-process.ts';

const MAX_LINES = 6;

interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/**
 * Starts Electron without Playwright, which does not say how it ended. Returns how that start ended, and the last
 * lines of its standard error.
 */
export async function describeElectronEnd(
  args: readonly string[],
  timeoutMs: number,
  signal: AbortSignal,
): Promise<string> {
  const binary = findElectronBinary(ROOT, process.env) ?? '';
  const child = spawn(binary, buildElectronArguments(args), {
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  });
  let output = '';
  child.stderr.on('data', (data) => {
    output += String(data);
  });
  const end = await new Promise<ProcessEnd>((resolve, reject) => {
    child.once('exit', (exitCode, exitSignal) => resolve({ code: exitCode, signal: exitSignal }));
    child.once('error', reject);
  });
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  return [
    `Started without Playwright: ${describeEnd(end, binary, timeoutMs)}`,
    ...lines.slice(-MAX_LINES),
  ].join('\n');
}

function describeEnd({ code, signal }: ProcessEnd, binary: string, timeoutMs: number): string {
  if (signal === 'SIGKILL') return `it ran for ${timeoutMs / 1000} s`;
  const exitCode = code ?? 128 + constants.signals[signal ?? 'SIGKILL'];
  const reason = startFailureReason({ code: exitCode, binary, hasRequest: false, progress: [] });
  return reason ?? `it ended with ${exitCode}`;
}
