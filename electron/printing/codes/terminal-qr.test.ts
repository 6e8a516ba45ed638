import { PNG } from 'pngjs';
import { expect, it } from 'vitest';
import { scanPicture } from '../../../tests/support/scan-screen/index.ts';
import { formatTerminalQr } from './index.ts';

/** Draws the characters as a terminal does: two dots each, one above the other. */
function drawTerminal(lines: readonly string[]): Buffer {
  const picture = new PNG({ width: lines[0]?.length ?? 0, height: 2 * lines.length });
  for (const [row, line] of lines.entries()) {
    for (const [x, character] of [...line].entries()) {
      const isBlack = [
        character === '█' || character === '▀',
        character === '█' || character === '▄',
      ];
      for (const [half, isDark] of isBlack.entries()) {
        const at = ((2 * row + half) * picture.width + x) * 4;
        picture.data.fill(isDark ? 0 : 255, at, at + 3);
        picture.data[at + 3] = 255;
      }
    }
  }
  return PNG.sync.write(picture);
}

it.each([
  'M1R3C0N5G46W9KX0QZ2T7H4JVB8D1EPA6YFS0N3RCXMW',
  'a longer text with other letters, such as https://example.test/?code=1',
])('draws a code that another program reads from a terminal: %s', (text) => {
  const lines = formatTerminalQr(text).trimEnd().split('\n');
  const [start, end] = ['\u001b[30;107m', '\u001b[0m'];
  for (const line of lines)
    expect([line.startsWith(start), line.endsWith(end)]).toEqual([true, true]);
  const characters = lines.map((line) => line.slice(start.length, -end.length));
  expect(scanPicture(drawTerminal(characters), 4)).toBe(text);
});

it('fits the code of a chain on a terminal of 24 lines', () => {
  const lines = formatTerminalQr('M1R3C0N5G46W9KX0QZ2T7H4JVB8D1EPA6YFS0N3RCXMW').split('\n');
  expect(lines.length).toBeLessThanOrEqual(24);
});
