import { crc32, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writePng } from '../../../tests/support/virtual-printer/index.ts';
import { decodePng, isPng } from '../../platform/png/index.ts';
import { renderLogo } from './index.ts';

function encodeChunk(name: string, data: Buffer): Buffer {
  const nameAndData = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const lengthAndChecksum = Buffer.alloc(8);
  lengthAndChecksum.writeUInt32BE(data.length, 0);
  lengthAndChecksum.writeUInt32BE(crc32(nameAndData), 4);
  return Buffer.concat([
    lengthAndChecksum.subarray(0, 4),
    nameAndData,
    lengthAndChecksum.subarray(4),
  ]);
}

function encodePng(
  [width, height, depth, colour, interlace]: readonly [number, number, number, number, number],
  rows: readonly number[],
  extra: readonly Buffer[] = [],
): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([depth, colour, 0, 0, interlace], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    encodeChunk('IHDR', head),
    ...extra,
    encodeChunk('IDAT', deflateSync(Buffer.from(rows))),
    encodeChunk('IEND', Buffer.alloc(0)),
  ]);
}

const encodeGrayscale = (
  width: number,
  height: number,
  toneAt: (x: number, y: number) => number,
): Buffer =>
  writePng(
    width,
    height,
    Uint8Array.from({ length: width * height }, (_, at) =>
      toneAt(at % width, Math.floor(at / width)),
    ),
  );

describe('a PNG file of a logo', () => {
  it.each([
    ['of single bits', encodePng([4, 2, 1, 0, 0], [0, 0b1010_0000, 0, 0b0101_0000])],
    ['of bytes', encodePng([4, 2, 8, 0, 0], [0, 255, 0, 255, 0, 0, 0, 255, 0, 255])],
    [
      'each row filtered by the one above',
      encodePng([4, 2, 8, 0, 0], [0, 255, 0, 255, 0, 2, 1, 255, 1, 255]),
    ],
    [
      'each dot filtered by the one before',
      encodePng([4, 2, 8, 0, 0], [1, 255, 1, 255, 1, 1, 0, 255, 1, 255]),
    ],
    [
      'of colours by number',
      encodePng(
        [4, 2, 1, 3, 0],
        [0, 0b0101_0000, 0, 0b1010_0000],
        [encodeChunk('PLTE', Buffer.from([255, 255, 255, 0, 0, 0]))],
      ),
    ],
    [
      'of transparent dots',
      encodePng([4, 2, 8, 4, 0], [0, 9, 0, 0, 255, 9, 0, 0, 255, 0, 0, 255, 9, 0, 0, 255, 9, 0]),
    ],
    ['interlaced', encodePng([4, 2, 8, 0, 1], [0, 255, 0, 255, 0, 0, 0, 0, 0, 255, 0, 255])],
  ])('%s is decoded correctly', (_name, file) => {
    const { width, height, tones } = decodePng(file);
    expect([width, height, ...tones]).toEqual([4, 2, 255, 0, 255, 0, 0, 255, 0, 255]);
  });

  it('decodes to its original tones', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 40 }),
        fc.uint8Array({ minLength: 1600, maxLength: 1600 }),
        (width, height, tones) => {
          const values = tones.subarray(0, width * height);
          expect(decodePng(writePng(width, height, values)).tones).toEqual(values);
        },
      ),
    );
  });

  it('rejects a logo file without an error if it is damaged, truncated, too large or no PNG', () => {
    const valid = encodeGrayscale(64, 64, (x, y) => (x * y) % 256);
    expect(isPng(valid)).toBe(true);
    const at = fc.integer({ min: 0, max: valid.length - 1 });
    fc.assert(fc.property(at, (end) => !isPng(valid.subarray(0, end))));
    fc.assert(
      fc.property(at, fc.integer({ min: 1, max: 255 }), (place, change) => {
        const damaged = Buffer.from(valid);
        damaged[place] = (damaged[place] ?? 0) ^ change;
        expect(isPng(damaged)).toBe(false);
      }),
    );
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => !isPng(bytes)));
    expect(isPng(encodePng([2_049, 1, 1, 0, 0], new Array<number>(258).fill(0)))).toBe(false);
    // Declares the maximum of dots, but has too few bytes for them.
    expect(isPng(encodePng([2_048, 2_048, 16, 6, 0], [0]))).toBe(false);
    expect(renderLogo(Buffer.from('not a picture').toString('base64'), 576)).toBeNull();
  });
});

describe('a logo on paper', () => {
  const render = (file: Buffer, across: number) => {
    const dots = renderLogo(file.toString('base64'), across);
    if (dots === null) throw new Error('no logo');
    const isBlack = (x: number, y: number): boolean =>
      ((dots.data[y * dots.bytesPerRow + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0;
    return { ...dots, isBlack };
  };

  it.each([
    ['wide', 1_600, 200, 72, 72],
    ['narrow and high', 200, 800, 6, 192],
    ['small', 40, 30, 20, 120],
  ])(
    'keeps its shape and fits the paper if it is %s',
    (_name, width, height, bytesPerRow, high) => {
      const dots = render(
        encodeGrayscale(width, height, () => 0),
        576,
      );
      expect([dots.bytesPerRow, dots.height]).toEqual([bytesPerRow, high]);
      expect(dots.isBlack(0, 0)).toBe(true);
    },
  );

  it('has sharp edges if it has two tones', () => {
    const dots = render(
      encodeGrayscale(200, 100, (x) => (x < 100 ? 0 : 255)),
      384,
    );
    for (let y = 0; y < dots.height; y += 1) {
      expect(dots.isBlack(191, y)).toBe(true);
      expect(dots.isBlack(192, y)).toBe(false);
    }
  });

  it('keeps its mean darkness if it has shades', () => {
    const dots = render(
      encodeGrayscale(384, 96, (x) => Math.round((x * 255) / 383)),
      384,
    );
    const computeBlackRatio = (from: number, to: number): number => {
      let count = 0;
      for (let y = 0; y < 96; y += 1)
        for (let x = from; x < to; x += 1) count += dots.isBlack(x, y) ? 1 : 0;
      return count / (96 * (to - from));
    };
    expect(computeBlackRatio(0, 96)).toBeCloseTo(0.875, 1);
    expect(computeBlackRatio(144, 240)).toBeCloseTo(0.5, 1);
    expect(computeBlackRatio(288, 384)).toBeCloseTo(0.125, 1);
  });
});
