import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The system calls of a process, as `strace` recorded them. */

/**
 * A system call. `began` and `ended` are line numbers of the trace: the smaller one was earlier.
 */
export interface KernelCall {
  readonly name: string;
  /** Arguments and result. Each descriptor is followed by its file or connection. */
  readonly text: string;
  readonly began: number;
  readonly ended: number;
}

const TRACED_CALLS = [
  'fsync,fdatasync',
  'write,writev,pwrite64,pwritev',
  'sendto,sendmsg,sendmmsg',
  'connect',
].join(',');

/** Returns why strace cannot run here; null if it can. */
export function traceUnavailableReason(): string | null {
  const straceResult = spawnSync('strace', ['-f', '-yy', '-o', '/dev/null', 'true'], {
    encoding: 'utf8',
  });
  if (straceResult.error) return 'strace is not installed';
  return straceResult.status === 0
    ? null
    : `strace may trace nothing here: ${straceResult.stderr.trim()}`;
}

/** Returns a command that starts the till and writes its trace to `file`, with the written data. */
export function createTraceCommand(file: string): readonly string[] {
  return ['strace', '-f', '-yy', '-s', '5000', '-o', file, '-e', `trace=${TRACED_CALLS}`];
}

/** Returns every call of a trace, ordered by their beginning. */
export function readTrace(file: string): KernelCall[] {
  const calls: { name: string; text: string; began: number; ended: number }[] = [];
  const unfinished = new Map<string, (typeof calls)[number]>();
  for (const [lineNumber, line] of readFileSync(file, 'latin1').split('\n').entries()) {
    const resumed = /^(\d+) +<\.\.\. (\w+) resumed>(.*)$/.exec(line);
    const started = /^(\d+) +(\w+)\((.*)$/.exec(line);
    if (resumed) {
      const [, thread = '', , remainingText = ''] = resumed;
      const call = unfinished.get(thread);
      unfinished.delete(thread);
      if (call) Object.assign(call, { text: call.text + remainingText, ended: lineNumber });
    } else if (started) {
      const [, thread = '', name = '', text = ''] = started;
      const call = { name, text, began: lineNumber, ended: lineNumber };
      calls.push(call);
      if (text.endsWith('<unfinished ...>')) {
        // A call that never resumed has not ended, and must not count as a completed sync.
        unfinished.set(thread, Object.assign(call, { ended: Number.POSITIVE_INFINITY }));
      }
    }
  }
  return calls;
}

export function isSyncOf(call: KernelCall, file: string): boolean {
  const isSync = call.name === 'fsync' || call.name === 'fdatasync';
  return isSync && call.text.includes(`${file}>`) && / = 0$/.test(call.text);
}

export function isWriteTo(call: KernelCall, target: string): boolean {
  const [descriptor = ''] = call.text.split(', ', 1);
  return /^(p?writev?|pwrite64|send(to|m?msg))$/.test(call.name) && descriptor.includes(target);
}
