import { resolve, sep } from 'node:path';
import { type KernelCall, readTrace } from '../support/kernel-trace.ts';

/** The system calls on files and connections of a trace, with all written bytes. */

type Operation =
  | {
      readonly kind: 'open';
      readonly path: string;
      readonly descriptor: string;
      readonly truncates: boolean;
      readonly appends: boolean;
    }
  | { readonly kind: 'close' | 'sync'; readonly descriptor: string }
  | {
      readonly kind: 'write';
      readonly descriptor: string;
      /** Null for the position of the descriptor. */
      readonly offset: number | null;
      readonly bytes: Buffer;
    }
  | {
      readonly kind: 'copy';
      readonly from: string;
      readonly offset: number;
      readonly to: string;
      readonly count: number;
    }
  | { readonly kind: 'resize'; readonly descriptor: string; readonly size: number }
  | {
      readonly kind: 'send';
      /** Both ends, as `address:port->address:port`. */
      readonly connection: string;
      readonly bytes: Buffer;
    }
  | { readonly kind: 'create-folder' | 'remove'; readonly path: string }
  | { readonly kind: 'rename' | 'link'; readonly from: string; readonly to: string }
  /** A change in a form that no till uses so far. */
  | { readonly kind: 'other'; readonly descriptor: string; readonly name: string };

/** `began` and `ended` are line numbers of the trace. */
export type FileCall = Operation & { readonly began: number; readonly ended: number };

const TRACED_CALLS = [
  'open,openat,creat,close,dup,dup2,dup3',
  'write,writev,pwrite64,pwritev,pwritev2,sendto,sendmsg,copy_file_range,sendfile',
  'truncate,ftruncate,fallocate',
  'rename,renameat,renameat2,link,linkat,unlink,unlinkat,mkdir,mkdirat,rmdir',
  'fsync,fdatasync',
].join(',');

/** Returns a command that starts a process and records its calls in `traceFile`. */
export function createRecordingCommand(traceFile: string): readonly string[] {
  const options = ['-f', '--seccomp-bpf', '-yy', '-xx', '-s', '1000000'];
  return ['strace', ...options, '-o', traceFile, '-e', `trace=${TRACED_CALLS}`];
}

/** Returns the calls that succeeded, in the order in which they took effect. */
export function readFileCalls(traceFile: string): FileCall[] {
  return readTrace(traceFile)
    .toSorted((first, second) => getOrder(first) - getOrder(second))
    .flatMap(({ name, text, began, ended }) => {
      const operation = parseOperation(name, text.replace(' <unfinished ...>', ''));
      return operation === null ? [] : [{ ...operation, began, ended }];
    });
}

/** A descriptor may be given to another file as soon as its close begins. */
function getOrder({ name, began, ended }: KernelCall): number {
  return name === 'close' ? began : ended;
}

function parseOperation(name: string, text: string): Operation | null {
  const end = text.lastIndexOf(') ');
  const result = /^\) += (\d+)/.exec(text.slice(end))?.[1];
  if (result === undefined) return null;
  const args = text.slice(0, end);
  const descriptor = /^\d+/.exec(args)?.[0] ?? '';
  const getLastNumber = (): number => Number(/, (\d+)$/.exec(args)?.[1]);
  switch (name) {
    case 'open':
    case 'openat':
    case 'creat':
      return {
        kind: 'open',
        path: readPath(args),
        descriptor: result,
        truncates: name === 'creat' || /\bO_TRUNC\b/.test(args),
        appends: /\bO_APPEND\b/.test(args),
      };
    case 'close':
      return { kind: 'close', descriptor };
    case 'fsync':
    case 'fdatasync':
      return { kind: 'sync', descriptor };
    case 'write':
    case 'writev':
    case 'sendto':
    case 'sendmsg':
      return parseWrite(args, descriptor, Number(result));
    case 'pwrite64':
    case 'pwritev': {
      const bytes = readBytes(args).subarray(0, Number(result));
      return { kind: 'write', descriptor, offset: getLastNumber(), bytes };
    }
    case 'ftruncate':
      return { kind: 'resize', descriptor, size: getLastNumber() };
    case 'mkdir':
    case 'mkdirat':
      return { kind: 'create-folder', path: readPath(args) };
    case 'unlink':
    case 'unlinkat':
    case 'rmdir':
      return { kind: 'remove', path: readPath(args) };
    case 'rename':
    case 'renameat':
    case 'renameat2':
      return { kind: 'rename', from: readPath(args), to: readPath(args, 1) };
    case 'link':
    case 'linkat':
      return { kind: 'link', from: readPath(args), to: readPath(args, 1) };
    case 'copy_file_range':
      return parseCopy(args, Number(result));
    default:
      return { kind: 'other', descriptor, name };
  }
}

function parseWrite(args: string, descriptor: string, count: number): Operation | null {
  const connection = /^\d+<TCP[^[]*\[([^\]]*)\]>/.exec(args)?.[1];
  if (connection === undefined && !/^\d+<\\x2f/.test(args)) return null;
  const bytes = readBytes(args).subarray(0, count);
  return connection === undefined
    ? { kind: 'write', descriptor, offset: null, bytes }
    : { kind: 'send', connection, bytes };
}

/** The form that Node uses: from an offset to the position of the other descriptor. */
function parseCopy(args: string, count: number): Operation {
  const form = /^(\d+)<[^>]*>, \[(\d+)[^\]]*\], (\d+)<[^>]*>, NULL, /.exec(args);
  if (form === null) throw new Error(`trace: copy_file_range(${args})`);
  const [, from = '', offset, to = ''] = form;
  return { kind: 'copy', from, offset: Number(offset), to, count };
}

/** The path with this index among the arguments. */
function readPath(args: string, index = 0): string {
  const folder = [...args.matchAll(/AT_FDCWD<([^>]*)>/g)][index]?.[1];
  const path = listStrings(args)[index] ?? Buffer.alloc(0);
  return resolve(folder === undefined ? sep : decodeHex(folder).toString(), path.toString());
}

function readBytes(args: string): Buffer {
  return Buffer.concat(listStrings(args));
}

function listStrings(args: string): Buffer[] {
  return [...args.matchAll(/"([^"]*)"(\.\.\.)?/g)].map(([, hex = '', cutMark]) => {
    if (cutMark !== undefined) throw new Error('trace: a string is cut off');
    return decodeHex(hex);
  });
}

function decodeHex(text: string): Buffer {
  return Buffer.from(text.replaceAll('\\x', ''), 'hex');
}
