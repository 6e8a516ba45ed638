import { spawnSync } from 'node:child_process';

/** Runs a system program and returns its standard output. Throws if it cannot run or fails. */
export function runProgram(command: string, ...args: string[]): string {
  const { status, stdout, stderr } = runUnchecked(command, ...args);
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}: ${stderr}`);
  return stdout;
}

export interface ProcessResult {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Like `run`, for a program whose exit code is a result. */
export function runUnchecked(command: string, ...args: string[]): ProcessResult {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    maxBuffer: 64 << 20,
    env: { ...process.env, LC_ALL: 'C' },
  });
  if (error !== undefined) throw new Error(`${command} cannot be run here: ${error.message}`);
  return { status, stdout, stderr };
}
