/**
 * The fuses as Electron ships them: the sentinel, the version of the wire, how many there are, and
 * each one's state. The number of Electron 45's own was not seen.
 */
export const FUSE_WIRE = Buffer.concat([
  Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
  Buffer.from([1, 8]),
  Buffer.from('10110001'),
]);
