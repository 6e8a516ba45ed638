import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The calls that a process made of its kernel, as `strace` wrote them down. */

/** `began` and `ended` are places in the order of the trace: of two, the smaller was earlier. */
export interface KernelCall {
  readonly name: string;
  /** Arguments and result. Each descriptor carries the file or the connection that it is. */
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

/** Why nothing can be traced here; null where it can. */
export function traceUnavailableReason(): string | null {
  const tried = spawnSync('strace', ['-f', '-yy', '-o', '/dev/null', 'true'], { encoding: 'utf8' });
  if (tried.error) return 'strace is not installed';
  return tried.status === 0 ? null : `strace may trace nothing here: ${tried.stderr.trim()}`;
}

/** A command that starts the till and writes its trace to `file`, with what was written in it. */
export function createTraceCommand(file: string): readonly string[] {
  return ['strace', '-f', '-yy', '-s', '5000', '-o', file, '-e', `trace=${TRACED_CALLS}`];
}

/** Every call of a trace, in the order in which they began. */
export function readTrace(file: string): KernelCall[] {
  const calls: { name: string; text: string; began: number; ended: number }[] = [];
  const unfinished = new Map<string, (typeof calls)[number]>();
  for (const [place, line] of readFileSync(file, 'latin1').split('\n').entries()) {
    const resumed = /^(\d+) +<\.\.\. (\w+) resumed>(.*)$/.exec(line);
    const begun = /^(\d+) +(\w+)\((.*)$/.exec(line);
    if (resumed) {
      const [, thread = '', , rest = ''] = resumed;
      const call = unfinished.get(thread);
      unfinished.delete(thread);
      if (call) Object.assign(call, { text: call.text + rest, ended: place });
    } else if (begun) {
      const [, thread = '', name = '', text = ''] = begun;
      const call = { name, text, began: place, ended: place };
      calls.push(call);
      if (text.endsWith('<unfinished ...>')) {
        // Never resumed, it has never ended: it must not count as a sync that was done.
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

export function isWriteTo(call: KernelCall, what: string): boolean {
  const [descriptor = ''] = call.text.split(', ', 1);
  return /^(p?writev?|pwrite64|send(to|m?msg))$/.test(call.name) && descriptor.includes(what);
}
