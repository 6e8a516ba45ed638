import {
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createVirtualClock, openFileLog, pause } from './index.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mostrador-log-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the file log', () => {
  it('writes log lines at once and redacts fields named like secrets', () => {
    const log = openFileLog(folder);
    log.info({ secretKey: 'PLANTED', config: { apiKey: 'PLANTED', port: 1 } }, 'opened');
    log.flush();
    const text = readFileSync(join(folder, 'log.txt'), 'utf8');
    expect(text).toContain('opened');
    expect(text).toContain('"port":1');
    expect(text).not.toContain('PLANTED');
  });

  it('rotates the log file while the till runs without losing a line', () => {
    const log = openFileLog(folder);
    const lines = 6_000;
    for (let line = 0; line < lines; line += 1) log.info({ line, text: 'x'.repeat(1_000) }, 'one');
    log.flush();
    const read = (name: string): string[] =>
      readFileSync(join(folder, name), 'utf8').trim().split('\n');
    const lineNumbers = [...read('log.1.txt'), ...read('log.txt')].map(
      (text) => JSON.parse(text).line,
    );
    expect(lineNumbers).toEqual(Array.from({ length: lines }, (_, line) => line));
    expect(statSync(join(folder, 'log.1.txt')).size).toBeLessThan(5_300_000);
    expect(statSync(join(folder, 'log.txt')).size).toBeLessThan(5_000_000);
  });

  it('renames a large log file to log.1.txt at the start', () => {
    writeFileSync(join(folder, 'log.txt'), 'x'.repeat(5_000_001));
    const log = openFileLog(folder);
    log.warn({}, 'fresh');
    log.flush();
    expect(readFileSync(join(folder, 'log.1.txt'), 'utf8')).toHaveLength(5_000_001);
    expect(readFileSync(join(folder, 'log.txt'), 'utf8').split('\n')).toHaveLength(2);
  });
});

describe('the file log after errors', () => {
  it('logs message and cause of an error under both error and err', () => {
    const log = openFileLog(folder);
    const error = new Error('it broke', { cause: new Error('the disk') });
    log.error({ error }, 'one');
    log.error({ err: error }, 'two');
    const lines = readFileSync(join(folder, 'log.txt'), 'utf8').trim().split('\n');
    expect(lines).toHaveLength(2);
    for (const line of lines) {
      expect(line).toContain('it broke');
      expect(line).toContain('the disk');
    }
  });

  it.skipIf(!existsSync('/dev/full'))('does not throw from the log when the disk is full', () => {
    symlinkSync('/dev/full', join(folder, 'log.txt'));
    const log = openFileLog(folder);
    for (let line = 0; line < 3; line += 1) expect(() => log.error({}, 'full')).not.toThrow();
  });
});

describe('the virtual clock', () => {
  it('runs virtual timers in order, including those that a callback adds', async () => {
    const clock = createVirtualClock(0);
    const calls: string[] = [];
    clock.after(20, () => calls.push(`b${clock.now()}`));
    clock.after(10, () => {
      calls.push(`a${clock.now()}`);
      clock.after(5, () => calls.push(`c${clock.now()}`));
    });
    const cancel = clock.after(12, () => calls.push('never'));
    cancel();
    await clock.advance(30);
    expect(calls).toEqual(['a10', 'c15', 'b20']);
    expect(clock.now()).toBe(30);
  });

  it('gives up on a callback that schedules itself for ever', async () => {
    const clock = createVirtualClock(0);
    const repeat = (): void => {
      clock.after(0, repeat);
    };
    repeat();
    await expect(clock.advance(1)).rejects.toThrow('never comes to rest');
  });

  it('runs no callback when the virtual clock jumps', async () => {
    const clock = createVirtualClock(0);
    let isDone = false;
    const pending = pause(clock, 100).then(() => {
      isDone = true;
    });
    clock.jump(1_000);
    await clock.advance(99);
    expect(isDone).toBe(false);
    expect(clock.now()).toBe(1_099);
    await clock.advance(1);
    await pending;
    expect(isDone).toBe(true);
  });
});
