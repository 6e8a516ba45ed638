import { decodePng, type GrayscaleImage } from '../../platform/png/index.ts';

export interface LogoBitmap {
  readonly bytesPerRow: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** 24 mm: a square logo must not fill half a receipt. */
const MAX_HEIGHT_DOTS = 192;
/** Some printers take pictures in bands of this height; the last band is filled up with white. */
const BAND_ROWS = 24;
const MAX_SCALE = 4;
/** Tones this close to black or white count as black or white. */
const TONE_TOLERANCE = 48;
const TWO_TONE_RATIO = 0.9;
const TONE_THRESHOLD = 128;

/** The logos rendered last: a shop has one, on at most two widths of paper. */
const logoCache = new Map<string, LogoBitmap | null>();
const MAX_CACHED_LOGOS = 4;

/** `png` as Base64, for a paper this many dots wide; null if it is not a usable picture. */
export function renderLogo(png: string, maxWidthDots: number): LogoBitmap | null {
  const key = `${maxWidthDots} ${png}`;
  const cached = logoCache.get(key);
  if (cached !== undefined) return cached;
  const tones = readPngOrNull(Buffer.from(png, 'base64'));
  const dots = tones === null ? null : toBlackAndWhite(scaleImage(tones, maxWidthDots));
  const [oldest] = logoCache.keys();
  if (logoCache.size >= MAX_CACHED_LOGOS && oldest !== undefined) logoCache.delete(oldest);
  logoCache.set(key, dots);
  return dots;
}

function readPngOrNull(file: Uint8Array): GrayscaleImage | null {
  try {
    return decodePng(file);
  } catch {
    return null;
  }
}

function scaleImage({ width, height, tones }: GrayscaleImage, across: number): GrayscaleImage {
  const scale = Math.min(across / width, MAX_HEIGHT_DOTS / height, MAX_SCALE);
  const wide = Math.max(1, Math.floor(width * scale));
  const high = Math.max(1, Math.floor(height * scale));
  const scaled = new Uint8Array(wide * high);
  for (let y = 0; y < high; y += 1) {
    const [top, bottom] = [(y * height) / high, ((y + 1) * height) / high];
    for (let x = 0; x < wide; x += 1) {
      const [left, right] = [(x * width) / wide, ((x + 1) * width) / wide];
      scaled[y * wide + x] = computeMeanTone(tones, width, { left, right, top, bottom });
    }
  }
  return { width: wide, height: high, tones: scaled };
}

/** The mean tone of a part of the picture; each dot is weighted by its area inside the part. */
function computeMeanTone(
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

function toBlackAndWhite({ width, height, tones }: GrayscaleImage): LogoBitmap {
  const pureToneCount = tones.filter(
    (tone) => tone <= TONE_TOLERANCE || tone >= 255 - TONE_TOLERANCE,
  ).length;
  const isTwoToned = pureToneCount >= TWO_TONE_RATIO * tones.length;
  const bytesPerRow = Math.ceil(width / 8);
  const rows = Math.ceil(height / BAND_ROWS) * BAND_ROWS;
  const data = new Uint8Array(bytesPerRow * rows);
  const remaining = Float64Array.from(tones);
  const addError = (index: number, error: number): void => {
    remaining[index] = (remaining[index] ?? 0) + error;
  };
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const index = y * width + x;
      const tone = remaining[index] ?? 255;
      const isBlack = tone < TONE_THRESHOLD;
      const at = y * bytesPerRow + (x >> 3);
      if (isBlack) data[at] = (data[at] ?? 0) | (0x80 >> (x & 7));
      if (isTwoToned) continue;
      // The error of each dot is passed on to its neighbours (Floyd–Steinberg).
      const error = tone - (isBlack ? 0 : 255);
      if (x + 1 < width) addError(index + 1, (error * 7) / 16);
      if (y + 1 === height) continue;
      if (x > 0) addError(index + width - 1, (error * 3) / 16);
      addError(index + width, (error * 5) / 16);
      if (x + 1 < width) addError(index + width + 1, error / 16);
    }
  }
  return { bytesPerRow, height: rows, data };
}
