/** Rows of whole bytes; a set bit is black. */
export interface CodeBitmap {
  readonly bytesPerRow: number;
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Each module becomes `moduleWidthDots` by `moduleHeightDots`. */
export function toCodeBitmap(
  rows: readonly (readonly boolean[])[],
  moduleWidthDots: number,
  moduleHeightDots: number,
): CodeBitmap {
  const width = (rows[0]?.length ?? 0) * moduleWidthDots;
  const height = rows.length * moduleHeightDots;
  const bytesPerRow = Math.ceil(width / 8);
  const data = new Uint8Array(bytesPerRow * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (rows[Math.floor(y / moduleHeightDots)]?.[Math.floor(x / moduleWidthDots)] !== true)
        continue;
      const at = y * bytesPerRow + (x >> 3);
      data[at] = (data[at] ?? 0) | (0x80 >> (x & 7));
    }
  }
  return { bytesPerRow, width, height, data };
}
