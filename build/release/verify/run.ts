import { spawnSync } from 'node:child_process';

/** What a program of the system says; throws where it cannot be run, or ends with anything but 0. */
export function run(command: string, ...args: string[]): string {
  const { status, stdout, stderr } = ask(command, ...args);
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}: ${stderr}`);
  return stdout;
}

export interface Answer {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** As `run`, for a program whose exit code is an answer. */
export function ask(command: string, ...args: string[]): Answer {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    maxBuffer: 64 << 20,
    env: { ...process.env, LC_ALL: 'C' },
  });
  if (error !== undefined) throw new Error(`${command} cannot be run here: ${error.message}`);
  return { status, stdout, stderr };
}
