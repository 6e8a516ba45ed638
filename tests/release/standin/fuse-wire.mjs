/**
 * The fuse wire in Electron's format: the sentinel, the version of the wire, the number of fuses, and
 * the state of each. The number of fuses in Electron 45 was not verified.
 */
export const FUSE_WIRE = Buffer.concat([
  Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
  Buffer.from([1, 8]),
  Buffer.from('10110001'),
]);
