/**
 * Replaces wine, with which electron-builder runs an installer to make it write its uninstaller. This
 * script extracts the uninstaller from the file instead, without running Windows code. NSIS appends its
 * data to the sections of the program: a header, and blocks with their length before them, compressed
 * if the highest bit of the length is set. The block that begins like NSIS data is the uninstaller's.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { inflateRawSync } from 'node:zlib';

const NSIS_SIGNATURE = Buffer.from('efbeadde4e756c6c736f6674496e7374', 'hex');
const NSIS_HEADER_BYTES = 28;
const COMPRESSED_FLAG = 0x8000_0000;

const [installer = ''] = process.argv.slice(2);
const file = readFileSync(installer);
const end = findProgramEnd(file);
const data = file.subarray(end);
if (!isNsisBlock(data) || data.readUInt32LE(24) !== data.length) throw new Error('no data of NSIS');
const [uninstallerData, ...otherBlocks] = readBlocks(data).filter(isNsisBlock);
if (uninstallerData === undefined || otherBlocks.length > 0) throw new Error('not one uninstaller');
const name = `${basename(installer, 'exe')}__uninstaller.exe`;
writeFileSync(
  join(dirname(installer), name),
  Buffer.concat([file.subarray(0, end), uninstallerData]),
);

/** @param {Buffer} block */
function isNsisBlock(block) {
  return block.subarray(4, 4 + NSIS_SIGNATURE.length).equals(NSIS_SIGNATURE);
}

/** @param {Buffer} data */
function readBlocks(data) {
  const blocks = [];
  for (let offset = NSIS_HEADER_BYTES; offset + 4 <= data.length; ) {
    const length = data.readUInt32LE(offset);
    const size = length % COMPRESSED_FLAG;
    offset += 4;
    if (size === 0 || offset + size > data.length) break;
    const block = data.subarray(offset, offset + size);
    blocks.push(length >= COMPRESSED_FLAG ? inflateRawSync(block) : block);
    offset += size;
  }
  return blocks;
}

/**
 * The offset of the end of the last section of a PE file.
 *
 * @param {Buffer} file
 */
function findProgramEnd(file) {
  const header = file.readUInt32LE(60);
  const count = file.readUInt16LE(header + 6);
  const firstSection = header + 24 + file.readUInt16LE(header + 20);
  const ends = Array.from({ length: count }, (_none, index) => {
    const section = firstSection + 40 * index;
    const start = file.readUInt32LE(section + 20);
    return start === 0 ? 0 : start + file.readUInt32LE(section + 16);
  });
  return Math.max(...ends);
}
