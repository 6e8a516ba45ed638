/** Maps characters to glyphs; 0 if the font has none. */
export function parseCharacterMap(cmap: DataView): (codePoint: number) => number {
  const offsets = new Map<number, number>();
  for (let index = 0; index < cmap.getUint16(2); index += 1) {
    const record = 4 + index * 8;
    const platform = cmap.getUint16(record);
    // The table declares Unicode either as platform 0 or as an encoding of Windows.
    const isUnicode = platform === 0 || (platform === 3 && cmap.getUint16(record + 2) !== 0);
    const offset = cmap.getUint32(record + 4);
    if (isUnicode) offsets.set(cmap.getUint16(offset), offset);
  }
  const fullMapOffset = offsets.get(12);
  if (fullMapOffset !== undefined)
    return (codePoint) => findInGroups(cmap, fullMapOffset, codePoint);
  const bmpMapOffset = offsets.get(4);
  if (bmpMapOffset === undefined) throw new Error('the font has no supported character map');
  return (codePoint) => (codePoint > 0xffff ? 0 : findInSegments(cmap, bmpMapOffset, codePoint));
}

/** Format 12: runs of consecutive characters with consecutive glyphs. */
function findInGroups(cmap: DataView, offset: number, codePoint: number): number {
  let low = 0;
  let high = cmap.getUint32(offset + 12) - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const group = offset + 16 + middle * 12;
    const first = cmap.getUint32(group);
    if (codePoint < first) high = middle - 1;
    else if (codePoint > cmap.getUint32(group + 4)) low = middle + 1;
    else return cmap.getUint32(group + 8) + codePoint - first;
  }
  return 0;
}

/** Format 4: the same for the basic plane, in four parallel lists. */
function findInSegments(cmap: DataView, offset: number, codePoint: number): number {
  const segmentBytes = cmap.getUint16(offset + 6);
  const ends = offset + 14;
  for (let at = 0; at < segmentBytes; at += 2) {
    if (cmap.getUint16(ends + at) < codePoint) continue;
    const start = cmap.getUint16(ends + segmentBytes + 2 + at);
    if (start > codePoint) return 0;
    const delta = cmap.getUint16(ends + 2 * segmentBytes + 2 + at);
    const rangeAt = ends + 3 * segmentBytes + 2 + at;
    const range = cmap.getUint16(rangeAt);
    if (range === 0) return (codePoint + delta) & 0xffff;
    const glyph = cmap.getUint16(rangeAt + range + (codePoint - start) * 2);
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
  }
  return 0;
}
