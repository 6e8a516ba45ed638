import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { yieldToEventLoop } from '../../platform/index.ts';
import { maskLine } from './mask-text.ts';

/** Only this much of the end of each file: the help line needs the last days, not the last year. */
const LOG_FILE_LIMITS: readonly (readonly [name: string, bytes: number])[] = [
  ['log.txt', 3_000_000],
  ['log.1.txt', 1_000_000],
];
const LINES_PER_BATCH = 500;
const MAX_PROBLEMS = 200;
const WARNING_LEVEL = 40;

export interface MaskedLog {
  readonly name: string;
  readonly text: string;
}

/** The log's files, masked; one that is missing or cannot be read is left out. */
export async function readMaskedLogs(folder: string): Promise<MaskedLog[]> {
  const logs: MaskedLog[] = [];
  for (const [name, most] of LOG_FILE_LIMITS) {
    const text = await readTail(join(folder, name), most).catch(() => null);
    if (text !== null) logs.push({ name, text: await maskLines(text) });
  }
  return logs;
}

/** The last warnings and errors, the newest first. */
export function listLastProblems(logs: readonly MaskedLog[]): unknown[] {
  const problems: unknown[] = [];
  for (const { text } of logs) {
    for (const line of text.split('\n').reverse()) {
      if (problems.length >= MAX_PROBLEMS) return problems;
      const read = parseJsonOrNull(line);
      if (typeof read !== 'object' || read === null) continue;
      const level: unknown = Reflect.get(read, 'level');
      if (typeof level === 'number' && level >= WARNING_LEVEL) problems.push(read);
    }
  }
  return problems;
}

function parseJsonOrNull(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

async function readTail(file: string, most: number): Promise<string> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const bytes = Buffer.alloc(Math.min(size, most));
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, size - bytes.length);
    const text = bytes.toString('utf8', 0, bytesRead);
    // The first line after a cut is incomplete.
    return size > most ? text.slice(text.indexOf('\n') + 1) : text;
  } finally {
    await handle.close();
  }
}

async function maskLines(text: string): Promise<string> {
  const lines = text.split('\n');
  const done: string[] = [];
  for (let at = 0; at < lines.length; at += LINES_PER_BATCH) {
    done.push(...lines.slice(at, at + LINES_PER_BATCH).map((line) => (line ? maskLine(line) : '')));
    // A payment must not wait for the whole log.
    await yieldToEventLoop();
  }
  return done.join('\n');
}
