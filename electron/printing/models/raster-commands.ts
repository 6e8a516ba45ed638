export type RasterFamily = 'epson' | 'star';

/** The raster commands of a printer. */
export interface RasterCommands {
  readonly family: RasterFamily;
  /** Executed at any position, also inside the dots of a picture: they could open a drawer. */
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
