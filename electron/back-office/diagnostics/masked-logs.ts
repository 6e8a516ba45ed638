import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { yieldToEventLoop } from '../../platform/index.ts';
import { maskLogLine } from './mask-text.ts';

/**
 * The number of bytes to read from the end of each file: support needs the last days, not the last
 * year.
 */
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

/** Reads and masks the log files; a missing or unreadable file is omitted. */
export async function readMaskedLogs(folder: string): Promise<MaskedLog[]> {
  const logs: MaskedLog[] = [];
  for (const [name, maxBytes] of LOG_FILE_LIMITS) {
    const text = await readTail(join(folder, name), maxBytes).catch(() => null);
    if (text !== null) logs.push({ name, text: await maskLines(text) });
  }
  return logs;
}

/** Lists the last warnings and errors, newest first. */
export function listNewestLoggedProblems(logs: readonly MaskedLog[]): unknown[] {
  const problems: unknown[] = [];
  for (const { text } of logs) {
    for (const line of text.split('\n').reverse()) {
      if (problems.length >= MAX_PROBLEMS) return problems;
      const entry = parseJsonOrNull(line);
      if (typeof entry !== 'object' || entry === null) continue;
      const level: unknown = Reflect.get(entry, 'level');
      if (typeof level === 'number' && level >= WARNING_LEVEL) problems.push(entry);
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

async function readTail(file: string, maxBytes: number): Promise<string> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const bytes = Buffer.alloc(Math.min(size, maxBytes));
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, size - bytes.length);
    const text = bytes.toString('utf8', 0, bytesRead);
    // The first line after the cut is incomplete.
    return size > maxBytes ? text.slice(text.indexOf('\n') + 1) : text;
  } finally {
    await handle.close();
  }
}

async function maskLines(text: string): Promise<string> {
  const lines = text.split('\n');
  const masked: string[] = [];
  for (let start = 0; start < lines.length; start += LINES_PER_BATCH) {
    masked.push(
      ...lines.slice(start, start + LINES_PER_BATCH).map((line) => (line ? maskLogLine(line) : '')),
    );
    // A payment must not wait until the whole log is masked.
    await yieldToEventLoop();
  }
  return masked.join('\n');
}
