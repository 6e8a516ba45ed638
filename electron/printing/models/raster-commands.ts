export type RasterFamily = 'epson' | 'star';

/** How a printer takes dots. */
export interface RasterCommands {
  readonly family: RasterFamily;
  /** Acted upon wherever they stand, in the dots of a picture too: a drawer could open by them. */
  readonly forbiddenBytePairs: readonly (readonly [first: number, seconds: readonly number[]])[];
}

const ESC = 0x1b;
const DLE = 0x10;
const ACK = 0x06;

/** DLE with EOT, ENQ or DC4: status, recovery, the drawer. */
export const EPSON_RASTER: RasterCommands = {
  family: 'epson',
  forbiddenBytePairs: [[DLE, [0x04, 0x05, 0x14]]],
};

/** ESC ACK: status, reset. */
export const STAR_RASTER: RasterCommands = { family: 'star', forbiddenBytePairs: [[ESC, [ACK]]] };
