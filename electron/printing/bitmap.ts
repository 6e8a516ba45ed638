/** Rows of whole bytes from the left edge; a set bit is black. */
export interface Bitmap {
  readonly bytesPerRow: number;
  readonly height: number;
  readonly data: Uint8Array;
}
