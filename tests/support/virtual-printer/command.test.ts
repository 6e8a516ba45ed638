import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { decodePrinted } from './decoder.ts';
import { drawPaper } from './draw-paper.ts';

const CLI = join(import.meta.dirname, 'cli.ts');
const ended: (() => void)[] = [];
afterEach(() => {
  for (const end of ended.splice(0)) end();
});

/** Sends bytes and hears what comes back until the printer closes. */
async function send(port: number, bytes: Buffer): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const heard: Buffer[] = [];
  socket.on('data', (chunk) => heard.push(chunk));
  socket.end(bytes);
  await once(socket, 'close');
  return Buffer.concat(heard).toString('hex');
}

function start(args: readonly string[]) {
  const child = spawn(process.execPath, [CLI, '--port', '0', ...args]);
  ended.push(() => child.kill('SIGKILL'));
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => {
      said += String(data);
    });
  }
  const says = async (words: RegExp): Promise<string> => {
    await expect.poll(() => said).toMatch(words);
    return words.exec(said)?.[1] ?? '';
  };
  return { child, says };
}

describe('the command', () => {
  it('shows what arrives as text and as a picture, and changes its mood while it runs', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'printer-command-'));
    ended.push(() => rmSync(folder, { recursive: true, force: true }));
    const { child, says } = start(['--show', '--pictures', folder, '--columns', '32']);
    const port = Number(await says(/epson printer on tcp:\/\/127\.0\.0\.1:(\d+)/));
    await says(/\* good/);
    const job = Buffer.from('\x1b@\x1bt\x13ni\xa4o\n\x1dV\x42\x00', 'latin1');
    await send(port, job);
    await says(/\| niño\n/);
    const file = await says(/ {4}(\S+\.png)/);
    expect(existsSync(file)).toBe(true);
    expect(readFileSync(file).subarray(1, 4).toString()).toBe('PNG');

    child.stdin.write('cover-open\n');
    await says(/\* cover-open/);
    expect(await send(port, Buffer.from('100402', 'hex'))).toBe('16');
    child.stdin.write('nonsense\n');
    await says(/There is no mood "nonsense"/);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it.each([
    ['--mood', 'happy'],
    ['--make', 'oki'],
    ['--columns', 'many'],
    ['--show', '--nonsense'],
    ['--show', '--port'],
  ])('refuses %s %s and says why', async (...words) => {
    const { child, says } = start(words);
    await says(new RegExp(words.at(-1) ?? ''));
    const [code] = child.exitCode === null ? await once(child, 'exit') : [child.exitCode];
    expect(code).toBe(2);
  });
});

describe('a picture of the paper', () => {
  /** Rows of dots, true for black, read back by hand. */
  function dotsOf(png: Buffer): boolean[][] {
    const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
    const start = png.indexOf('IDAT') + 4;
    const rows = inflateSync(png.subarray(start, start + png.readUInt32BE(start - 8)));
    return Array.from({ length: height }, (_, row) =>
      [...rows.subarray(row * (width + 1) + 1, (row + 1) * (width + 1))].map((dot) => dot < 128),
    );
  }
  const inked = (png: Buffer): number => dotsOf(png).flat().filter(Boolean).length;
  const draw = (text: string): Buffer =>
    drawPaper(decodePrinted(Buffer.from(text, 'latin1'), 'epson'), 32);

  it('is as wide as the paper, and white where nothing was printed', () => {
    const dots = dotsOf(draw('\n\n'));
    expect(dots[0]).toHaveLength(32 * 12 + 32);
    expect(dots.flat().some(Boolean)).toBe(false);
  });

  it('has letters, wide and tall ones, bold, and white ones on black', () => {
    const plain = inked(draw('A\n'));
    expect(plain).toBeGreaterThan(30);
    expect(inked(draw('\x1b!\x30A\n'))).toBe(4 * plain);
    expect(inked(draw('\x1bE\x01A\n'))).toBeGreaterThan(plain);
    expect(inked(draw('\x1dB\x01A\n'))).toBe(12 * 24 - plain);
  });
});
