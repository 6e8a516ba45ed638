import { parseCharacterMap } from './character-map.ts';

/** A closed line of points in font units, the y axis upwards: x0, y0, x1, y1, … */
export type GlyphContour = readonly number[];

/** The parts of a font that drawing needs: glyphs, their widths and their outlines. */
export interface FontFace {
  readonly unitsPerEm: number;
  /** 0 if the font has none. */
  getGlyphIndex(codePoint: number): number;
  getAdvanceWidth(glyph: number): number;
  getContours(glyph: number): readonly GlyphContour[];
}

/** Straight pieces for each curve: at 24 dots more are not visible. */
const SEGMENTS_PER_CURVE = 6;
/** Glyphs can consist of glyphs; nesting deeper than this means a broken font. */
const MAX_NESTING_DEPTH = 4;

/** Reads a TrueType font from its tables. Throws if they are not those of a TrueType font. */
export function parseFontFace(readTable: (tag: string) => DataView): FontFace {
  const head = readTable('head');
  const loca = readTable('loca');
  const glyf = readTable('glyf');
  const hmtx = readTable('hmtx');
  const hasLongOffsets = head.getInt16(50) === 1;
  const glyphCount = readTable('maxp').getUint16(4);
  const advanceCount = readTable('hhea').getUint16(34);
  const getOffset = (glyph: number): number =>
    hasLongOffsets ? loca.getUint32(glyph * 4) : loca.getUint16(glyph * 2) * 2;

  const buildContours = (glyph: number, depth: number): GlyphContour[] => {
    if (glyph >= glyphCount || depth > MAX_NESTING_DEPTH) return [];
    const start = getOffset(glyph);
    // A glyph without an outline, such as a space, has no entry in the table.
    if (getOffset(glyph + 1) <= start) return [];
    const count = glyf.getInt16(start);
    if (count >= 0) return parseSimpleContours(glyf, start, count);
    return parseComponents(glyf, start).flatMap(({ part, transform }) =>
      buildContours(part, depth + 1).map((contour) => transformContour(contour, transform)),
    );
  };

  return {
    unitsPerEm: head.getUint16(18),
    getGlyphIndex: parseCharacterMap(readTable('cmap')),
    getAdvanceWidth: (glyph) => hmtx.getUint16(Math.min(glyph, advanceCount - 1) * 4),
    getContours: (glyph) => buildContours(glyph, 0),
  };
}

interface Point {
  readonly x: number;
  readonly y: number;
  readonly isOnCurve: boolean;
}

const ON_CURVE_POINT = 0x01;
const X_SHORT_VECTOR = 0x02;
const Y_SHORT_VECTOR = 0x04;
const REPEAT_FLAG = 0x08;
const X_SAME = 0x10;
const Y_SAME = 0x20;

function parseSimpleContours(glyf: DataView, start: number, count: number): GlyphContour[] {
  let at = start + 10;
  const ends: number[] = [];
  for (let index = 0; index < count; index += 1, at += 2) ends.push(glyf.getUint16(at));
  const points = (ends.at(-1) ?? -1) + 1;
  // Hinting is skipped: only the covered area decides whether a dot is black.
  at += 2 + glyf.getUint16(at);
  const flags: number[] = [];
  while (flags.length < points) {
    const flag = glyf.getUint8(at++);
    const times = flag & REPEAT_FLAG ? glyf.getUint8(at++) + 1 : 1;
    for (let time = 0; time < times; time += 1) flags.push(flag);
  }
  const readAxis = (short: number, same: number): number[] => {
    let value = 0;
    return flags.slice(0, points).map((flag) => {
      if (flag & short) value += flag & same ? glyf.getUint8(at++) : -glyf.getUint8(at++);
      else if (!(flag & same)) {
        value += glyf.getInt16(at);
        at += 2;
      }
      return value;
    });
  };
  const xs = readAxis(X_SHORT_VECTOR, X_SAME);
  const ys = readAxis(Y_SHORT_VECTOR, Y_SAME);
  let first = 0;
  return ends.map((end) => {
    const contour: Point[] = [];
    for (let index = first; index <= end; index += 1) {
      const isOnCurve = ((flags[index] ?? 0) & ON_CURVE_POINT) !== 0;
      contour.push({ x: xs[index] ?? 0, y: ys[index] ?? 0, isOnCurve });
    }
    first = end + 1;
    return flattenCurves(contour);
  });
}

/**
 * Curves become straight pieces. Between two off-curve points there is an implied point on the
 * curve.
 */
function flattenCurves(points: readonly Point[]): GlyphContour {
  const line: number[] = [];
  const toMidpoint = (a: Point, b: Point): Point => ({
    x: (a.x + b.x) / 2,
    y: (a.y + b.y) / 2,
    isOnCurve: true,
  });
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined) return line;
  let current = first.isOnCurve ? first : last.isOnCurve ? last : toMidpoint(last, first);
  line.push(current.x, current.y);
  for (const [index, point] of points.entries()) {
    if (point.isOnCurve) {
      line.push(point.x, point.y);
      current = point;
      continue;
    }
    const next = points[(index + 1) % points.length] ?? first;
    const end = next.isOnCurve ? next : toMidpoint(point, next);
    for (let piece = 1; piece <= SEGMENTS_PER_CURVE; piece += 1) {
      const t = piece / SEGMENTS_PER_CURVE;
      const [a, b, c] = [(1 - t) * (1 - t), 2 * t * (1 - t), t * t];
      line.push(a * current.x + b * point.x + c * end.x, a * current.y + b * point.y + c * end.y);
    }
    current = end;
  }
  return line;
}

/** x' = a·x + c·y + dx, y' = b·x + d·y + dy */
type AffineTransform = readonly [
  a: number,
  b: number,
  c: number,
  d: number,
  dx: number,
  dy: number,
];

const ARG_1_AND_2_ARE_WORDS = 0x01;
const ARGS_ARE_XY_VALUES = 0x02;
const WE_HAVE_A_SCALE = 0x08;
const MORE_COMPONENTS = 0x20;
const WE_HAVE_AN_X_AND_Y_SCALE = 0x40;
const WE_HAVE_A_TWO_BY_TWO = 0x80;

function parseComponents(
  glyf: DataView,
  start: number,
): { part: number; transform: AffineTransform }[] {
  const parts: { part: number; transform: AffineTransform }[] = [];
  let at = start + 10;
  let flags = MORE_COMPONENTS;
  const readFraction = (): number => {
    at += 2;
    return glyf.getInt16(at - 2) / 0x4000;
  };
  while (flags & MORE_COMPONENTS) {
    flags = glyf.getUint16(at);
    const part = glyf.getUint16(at + 2);
    at += 4;
    const isWide = (flags & ARG_1_AND_2_ARE_WORDS) !== 0;
    const [x, y] = isWide
      ? [glyf.getInt16(at), glyf.getInt16(at + 2)]
      : [glyf.getInt8(at), glyf.getInt8(at + 1)];
    at += isWide ? 4 : 2;
    let [a, b, c, d] = [1, 0, 0, 1];
    if (flags & WE_HAVE_A_SCALE) a = d = readFraction();
    else if (flags & WE_HAVE_AN_X_AND_Y_SCALE) [a, d] = [readFraction(), readFraction()];
    else if (flags & WE_HAVE_A_TWO_BY_TWO)
      [a, b, c, d] = [readFraction(), readFraction(), readFraction(), readFraction()];
    // The shipped fonts have no components that are placed by matching points.
    const [dx, dy] = flags & ARGS_ARE_XY_VALUES ? [x, y] : [0, 0];
    parts.push({ part, transform: [a, b, c, d, dx, dy] });
  }
  return parts;
}

function transformContour(
  contour: GlyphContour,
  [a, b, c, d, dx, dy]: AffineTransform,
): GlyphContour {
  const result: number[] = [];
  for (let index = 0; index < contour.length; index += 2) {
    const [x = 0, y = 0] = [contour[index], contour[index + 1]];
    result.push(a * x + c * y + dx, b * x + d * y + dy);
  }
  return result;
}
