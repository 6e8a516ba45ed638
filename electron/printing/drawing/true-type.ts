import { characterMap } from './character-map.ts';

/** A closed line of points in font units, the y axis upwards: x0, y0, x1, y1, … */
export type Contour = readonly number[];

/** What drawing needs of a font: glyphs, their widths and their outlines. */
export interface Face {
  readonly unitsPerEm: number;
  /** 0 if the font has none. */
  glyphOf(codePoint: number): number;
  advanceOf(glyph: number): number;
  contoursOf(glyph: number): readonly Contour[];
}

/** Straight pieces for each curve: at 24 dots nobody sees more. */
const PIECES = 6;
/** Glyphs can be made of glyphs; nesting deeper than this means a broken font. */
const DEEPEST = 4;

/** Reads a TrueType font from its tables. Throws if they are not one. */
export function readFace(table: (tag: string) => DataView): Face {
  const head = table('head');
  const loca = table('loca');
  const glyf = table('glyf');
  const hmtx = table('hmtx');
  const isLong = head.getInt16(50) === 1;
  const glyphCount = table('maxp').getUint16(4);
  const advances = table('hhea').getUint16(34);
  const offsetOf = (glyph: number): number =>
    isLong ? loca.getUint32(glyph * 4) : loca.getUint16(glyph * 2) * 2;

  const contoursOf = (glyph: number, depth: number): Contour[] => {
    if (glyph >= glyphCount || depth > DEEPEST) return [];
    const start = offsetOf(glyph);
    // A glyph without an outline, such as a space, has no entry in the table.
    if (offsetOf(glyph + 1) <= start) return [];
    const count = glyf.getInt16(start);
    if (count >= 0) return simpleContours(glyf, start, count);
    return readParts(glyf, start).flatMap(({ part, move }) =>
      contoursOf(part, depth + 1).map((contour) => moved(contour, move)),
    );
  };

  return {
    unitsPerEm: head.getUint16(18),
    glyphOf: characterMap(table('cmap')),
    advanceOf: (glyph) => hmtx.getUint16(Math.min(glyph, advances - 1) * 4),
    contoursOf: (glyph) => contoursOf(glyph, 0),
  };
}

interface Point {
  readonly x: number;
  readonly y: number;
  readonly isOn: boolean;
}

const ON_CURVE = 0x01;
const X_SHORT = 0x02;
const Y_SHORT = 0x04;
const REPEAT = 0x08;
const X_SAME = 0x10;
const Y_SAME = 0x20;

function simpleContours(glyf: DataView, start: number, count: number): Contour[] {
  let at = start + 10;
  const ends: number[] = [];
  for (let index = 0; index < count; index += 1, at += 2) ends.push(glyf.getUint16(at));
  const points = (ends.at(-1) ?? -1) + 1;
  // Hinting is skipped: what covers a dot decides whether it is black.
  at += 2 + glyf.getUint16(at);
  const flags: number[] = [];
  while (flags.length < points) {
    const flag = glyf.getUint8(at++);
    const times = flag & REPEAT ? glyf.getUint8(at++) + 1 : 1;
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
  const xs = readAxis(X_SHORT, X_SAME);
  const ys = readAxis(Y_SHORT, Y_SAME);
  let first = 0;
  return ends.map((end) => {
    const contour: Point[] = [];
    for (let index = first; index <= end; index += 1) {
      const isOn = ((flags[index] ?? 0) & ON_CURVE) !== 0;
      contour.push({ x: xs[index] ?? 0, y: ys[index] ?? 0, isOn });
    }
    first = end + 1;
    return flattened(contour);
  });
}

/**
 * Curves become straight pieces. Between two off-curve points there is an implied point on the
 * curve.
 */
function flattened(points: readonly Point[]): Contour {
  const line: number[] = [];
  const between = (a: Point, b: Point): Point => ({
    x: (a.x + b.x) / 2,
    y: (a.y + b.y) / 2,
    isOn: true,
  });
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined) return line;
  let here = first.isOn ? first : last.isOn ? last : between(last, first);
  line.push(here.x, here.y);
  for (const [index, point] of points.entries()) {
    if (point.isOn) {
      line.push(point.x, point.y);
      here = point;
      continue;
    }
    const next = points[(index + 1) % points.length] ?? first;
    const end = next.isOn ? next : between(point, next);
    for (let piece = 1; piece <= PIECES; piece += 1) {
      const t = piece / PIECES;
      const [a, b, c] = [(1 - t) * (1 - t), 2 * t * (1 - t), t * t];
      line.push(a * here.x + b * point.x + c * end.x, a * here.y + b * point.y + c * end.y);
    }
    here = end;
  }
  return line;
}

/** x' = a·x + c·y + dx, y' = b·x + d·y + dy */
type Move = readonly [a: number, b: number, c: number, d: number, dx: number, dy: number];

const WORDS = 0x01;
const ARE_OFFSETS = 0x02;
const ONE_SCALE = 0x08;
const MORE = 0x20;
const TWO_SCALES = 0x40;
const MATRIX = 0x80;

function readParts(glyf: DataView, start: number): { part: number; move: Move }[] {
  const parts: { part: number; move: Move }[] = [];
  let at = start + 10;
  let flags = MORE;
  const fraction = (): number => {
    at += 2;
    return glyf.getInt16(at - 2) / 0x4000;
  };
  while (flags & MORE) {
    flags = glyf.getUint16(at);
    const part = glyf.getUint16(at + 2);
    at += 4;
    const isWide = (flags & WORDS) !== 0;
    const [x, y] = isWide
      ? [glyf.getInt16(at), glyf.getInt16(at + 2)]
      : [glyf.getInt8(at), glyf.getInt8(at + 1)];
    at += isWide ? 4 : 2;
    let [a, b, c, d] = [1, 0, 0, 1];
    if (flags & ONE_SCALE) a = d = fraction();
    else if (flags & TWO_SCALES) [a, d] = [fraction(), fraction()];
    else if (flags & MATRIX) [a, b, c, d] = [fraction(), fraction(), fraction(), fraction()];
    // The shipped fonts have no parts that are placed by matching points.
    const [dx, dy] = flags & ARE_OFFSETS ? [x, y] : [0, 0];
    parts.push({ part, move: [a, b, c, d, dx, dy] });
  }
  return parts;
}

function moved(contour: Contour, [a, b, c, d, dx, dy]: Move): Contour {
  const result: number[] = [];
  for (let index = 0; index < contour.length; index += 2) {
    const [x = 0, y = 0] = [contour[index], contour[index + 1]];
    result.push(a * x + c * y + dx, b * x + d * y + dy);
  }
  return result;
}
