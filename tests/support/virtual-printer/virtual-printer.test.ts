import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { decodePrinted, readTicketBetweenFences, startVirtualPrinter } from './index.ts';

/** Bytes written by hand from the makers' manuals. */
const EPSON = Buffer.from(
  '1b40 1b7413 1b6101 1d4201 a4 1d4200 0a 1b2130 d5 0a 1b7410 80 0a 1b700019fa 1d564200'.replaceAll(
    ' ',
    '',
  ),
  'hex',
);

async function exchange(
  port: number,
  chunks: readonly string[],
  expectedBytes: number,
): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.setNoDelay(true);
  let replies = '';
  const repliesReceived = new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      replies += chunk.toString('hex');
      if (replies.length >= expectedBytes * 2) resolve();
    });
  });
  for (const chunk of chunks) {
    await new Promise((resolve) => socket.write(Buffer.from(chunk, 'hex'), resolve));
  }
  await repliesReceived;
  const closed = new Promise((resolve) => socket.on('close', resolve));
  socket.end();
  await closed;
  return replies;
}

describe('the virtual printer', () => {
  it('decodes code pages, alignment, sizes, inverse, the drawer and the cut', () => {
    const decoded = decodePrinted(EPSON, 'epson');
    expect(decoded.lines.map((line) => line.text)).toEqual(['ñ', '€', '€']);
    expect(decoded.lines[0]?.align).toBe('center');
    expect(decoded.lines[0]?.cells[0]?.inverse).toBe(true);
    expect(decoded.lines[1]?.cells[0]).toMatchObject({ inverse: false, wide: true });
    expect(decoded.events).toEqual(['drawer', 'cut']);
  });

  it('decodes accents as unknown characters if no code page is selected', () => {
    expect(decodePrinted(Buffer.from([0xa4, 0x0a]), 'epson').lines[0]?.text).toBe('\ufffd');
  });

  it('lists commands that it does not support', () => {
    expect(decodePrinted(Buffer.from('1b7b01', 'hex'), 'epson').events).toContain('unknown 1b 7b');
  });

  it('returns the ticket text between the fences, with continued lines joined', () => {
    const fence = '='.repeat(32);
    const text = `${fence}\nab\x1dB\x01\xbb\x1dB\x00\nc\n\n${fence}\n`;
    const bytes = Buffer.concat([Buffer.from('1b7410', 'hex'), Buffer.from(text, 'latin1')]);
    expect(readTicketBetweenFences(decodePrinted(bytes, 'epson'))).toBe('abc\n');
  });

  it('replies to status requests that arrive in pieces, and to a report request after the bytes before it', async () => {
    const printer = await startVirtualPrinter();
    printer.setCondition({ cover: 'open' });
    expect(await exchange(printer.port, ['10', '0401', '100402', '1004', '04'], 3)).toBe('1a1612');
    printer.setCondition({ cover: 'closed' });
    expect(await exchange(printer.port, ['610a', '1d', '7201'], 1)).toBe('00');
    await expect.poll(() => printer.jobs.length).toBe(1);
    expect(printer.jobs[0]?.toString('hex')).toBe('610a');
    await printer.close();
  });

  it("counts reports as Star's printers do", async () => {
    const printer = await startVirtualPrinter({ make: 'star' });
    const replies = await exchange(printer.port, ['1b0601', '610a17', '620a17'], 27);
    expect(replies.match(/.{18}/g)?.map((status) => status.slice(14, 16))).toEqual([
      '00',
      '02',
      '04',
    ]);
    await printer.close();
  });
});
