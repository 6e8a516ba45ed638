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
const cleanUps: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
});

/** Sends bytes and returns the replies that arrive until the printer closes, in hexadecimal. */
async function send(port: number, bytes: Buffer): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const replies: Buffer[] = [];
  socket.on('data', (chunk) => replies.push(chunk));
  socket.end(bytes);
  await once(socket, 'close');
  return Buffer.concat(replies).toString('hex');
}

function startCommand(args: readonly string[]) {
  const child = spawn(process.execPath, [CLI, '--port', '0', ...args]);
  cleanUps.push(() => child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => {
      output += String(data);
    });
  }
  const waitForOutput = async (pattern: RegExp): Promise<string> => {
    await expect.poll(() => output).toMatch(pattern);
    return pattern.exec(output)?.[1] ?? '';
  };
  return { child, says: waitForOutput };
}

describe('npm run virtual-printer', () => {
  it('prints and draws each job, and changes the printer condition while it runs', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'printer-command-'));
    cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
    const { child, says: waitForOutput } = startCommand([
      '--show',
      '--pictures',
      folder,
      '--columns',
      '32',
    ]);
    const port = Number(await waitForOutput(/epson printer on tcp:\/\/127\.0\.0\.1:(\d+)/));
    await waitForOutput(/\* good/);
    const job = Buffer.from('\x1b@\x1bt\x13ni\xa4o\n\x1dV\x42\x00', 'latin1');
    await send(port, job);
    await waitForOutput(/\| niño\n/);
    const file = await waitForOutput(/ {4}(\S+\.png)/);
    expect(existsSync(file)).toBe(true);
    expect(readFileSync(file).subarray(1, 4).toString()).toBe('PNG');

    child.stdin.write('cover-open\n');
    await waitForOutput(/\* cover-open/);
    expect(await send(port, Buffer.from('100402', 'hex'))).toBe('16');
    child.stdin.write('nonsense\n');
    await waitForOutput(/Unknown mood "nonsense"/);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it.each([
    ['--mood', 'happy'],
    ['--make', 'oki'],
    ['--columns', 'many'],
    ['--show', '--nonsense'],
    ['--show', '--port'],
  ])('rejects %s %s with the reason and exit code 2', async (...args) => {
    const { child, says: waitForOutput } = startCommand(args);
    await waitForOutput(new RegExp(args.at(-1) ?? ''));
    const [code] = child.exitCode === null ? await once(child, 'exit') : [child.exitCode];
    expect(code).toBe(2);
  });
});

describe('drawPaper', () => {
  /** Returns the rows of dots of a PNG file, true for black. */
  function readDots(png: Buffer): boolean[][] {
    const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
    const dataStart = png.indexOf('IDAT') + 4;
    const rows = inflateSync(png.subarray(dataStart, dataStart + png.readUInt32BE(dataStart - 8)));
    return Array.from({ length: height }, (_, row) =>
      [...rows.subarray(row * (width + 1) + 1, (row + 1) * (width + 1))].map((dot) => dot < 128),
    );
  }
  const countBlackDots = (png: Buffer): number => readDots(png).flat().filter(Boolean).length;
  const draw = (text: string): Buffer =>
    drawPaper(decodePrinted(Buffer.from(text, 'latin1'), 'epson'), 32);

  it('draws paper as wide as its columns, and white where nothing was printed', () => {
    const dots = readDots(draw('\n\n'));
    expect(dots[0]).toHaveLength(32 * 12 + 32);
    expect(dots.flat().some(Boolean)).toBe(false);
  });

  it('draws normal, wide, tall and bold letters, and white letters on black', () => {
    const normalDots = countBlackDots(draw('A\n'));
    expect(normalDots).toBeGreaterThan(30);
    expect(countBlackDots(draw('\x1b!\x30A\n'))).toBe(4 * normalDots);
    expect(countBlackDots(draw('\x1bE\x01A\n'))).toBeGreaterThan(normalDots);
    expect(countBlackDots(draw('\x1dB\x01A\n'))).toBe(12 * 24 - normalDots);
  });
});
