/** Dots as they lie on paper: rows of whole bytes from the left edge, black where a bit is set. */
export interface DotRows {
  readonly bytesPerRow: number;
  readonly height: number;
  readonly data: Uint8Array;
}
