import { readPng, type Tones } from './read-png.ts';

export interface LogoDots {
  readonly bytesPerRow: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** 24 mm: a square logo must not fill half a receipt. */
const HIGHEST = 192;
/** Some printers take pictures in bands of this height; the last band is filled up with white. */
const BAND = 24;
const MOST_ENLARGED = 4;
/** Tones this close to black or white count as black or white. */
const NEAR = 48;
const TWO_TONED = 0.9;
const MIDDLE = 128;

/** The logos drawn last: a shop has one, on at most two widths of paper. */
const drawn = new Map<string, LogoDots | null>();
const MOST_KEPT = 4;

/** Whether a file can be printed as a logo. */
export function isLogo(file: Uint8Array): boolean {
  return tonesOrNull(file) !== null;
}

/** `png` as Base64, for a paper this many dots wide; null if it is not a usable picture. */
export function logoDots(png: string, across: number): LogoDots | null {
  const key = `${across} ${png}`;
  const known = drawn.get(key);
  if (known !== undefined) return known;
  const tones = tonesOrNull(Buffer.from(png, 'base64'));
  const dots = tones === null ? null : blackAndWhite(scaled(tones, across));
  const [oldest] = drawn.keys();
  if (drawn.size >= MOST_KEPT && oldest !== undefined) drawn.delete(oldest);
  drawn.set(key, dots);
  return dots;
}

function tonesOrNull(file: Uint8Array): Tones | null {
  try {
    return readPng(file);
  } catch {
    return null;
  }
}

function scaled({ width, height, values }: Tones, across: number): Tones {
  const scale = Math.min(across / width, HIGHEST / height, MOST_ENLARGED);
  const wide = Math.max(1, Math.floor(width * scale));
  const high = Math.max(1, Math.floor(height * scale));
  const smaller = new Uint8Array(wide * high);
  for (let y = 0; y < high; y += 1) {
    const [top, bottom] = [(y * height) / high, ((y + 1) * height) / high];
    for (let x = 0; x < wide; x += 1) {
      const [left, right] = [(x * width) / wide, ((x + 1) * width) / wide];
      smaller[y * wide + x] = mean(values, width, { left, right, top, bottom });
    }
  }
  return { width: wide, height: high, values: smaller };
}

/** The mean tone of a part of the picture; a dot counts by how much of it is inside. */
function mean(
  values: Uint8Array,
  width: number,
  part: { left: number; right: number; top: number; bottom: number },
): number {
  let sum = 0;
  let area = 0;
  for (let y = Math.floor(part.top); y < part.bottom; y += 1) {
    const high = Math.min(y + 1, part.bottom) - Math.max(y, part.top);
    for (let x = Math.floor(part.left); x < part.right; x += 1) {
      const inside = high * (Math.min(x + 1, part.right) - Math.max(x, part.left));
      sum += inside * (values[y * width + x] ?? 255);
      area += inside;
    }
  }
  return Math.round(sum / area);
}

function blackAndWhite({ width, height, values }: Tones): LogoDots {
  const clear = values.filter((tone) => tone <= NEAR || tone >= 255 - NEAR).length;
  const isTwoToned = clear >= TWO_TONED * values.length;
  const bytesPerRow = Math.ceil(width / 8);
  const rows = Math.ceil(height / BAND) * BAND;
  const data = new Uint8Array(bytesPerRow * rows);
  const rest = Float64Array.from(values);
  const pass = (index: number, error: number): void => {
    rest[index] = (rest[index] ?? 0) + error;
  };
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const index = y * width + x;
      const tone = rest[index] ?? 255;
      const isBlack = tone < MIDDLE;
      const at = y * bytesPerRow + (x >> 3);
      if (isBlack) data[at] = (data[at] ?? 0) | (0x80 >> (x & 7));
      if (isTwoToned) continue;
      // The error of each dot is passed on to its neighbours (Floyd–Steinberg).
      const error = tone - (isBlack ? 0 : 255);
      if (x + 1 < width) pass(index + 1, (error * 7) / 16);
      if (y + 1 === height) continue;
      if (x > 0) pass(index + width - 1, (error * 3) / 16);
      pass(index + width, (error * 5) / 16);
      if (x + 1 < width) pass(index + width + 1, error / 16);
    }
  }
  return { bytesPerRow, height: rows, data };
}
