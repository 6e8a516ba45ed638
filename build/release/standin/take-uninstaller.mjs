/**
 * In wine's place, which electron-builder asks to run an installer so that it writes its uninstaller:
 * that is taken out of the file, and nothing of Windows runs. Behind the sections of the program NSIS
 * puts its data: a header, and blocks with their length before them, packed where its highest bit is
 * set. The block that begins like NSIS data itself belongs to the uninstaller.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { inflateRawSync } from 'node:zlib';

const NSIS_SIGNATURE = Buffer.from('efbeadde4e756c6c736f6674496e7374', 'hex');
const NSIS_HEADER_BYTES = 28;
const COMPRESSED_FLAG = 0x8000_0000;

const [installer] = process.argv.slice(2);
const file = readFileSync(installer);
const end = findProgramEnd(file);
const data = file.subarray(end);
if (!isNsisBlock(data) || data.readUInt32LE(24) !== data.length) throw new Error('no data of NSIS');
const [inner, ...more] = readBlocks(data).filter(isNsisBlock);
if (inner === undefined || more.length > 0) throw new Error('not one uninstaller');
const name = `${basename(installer, 'exe')}__uninstaller.exe`;
writeFileSync(join(dirname(installer), name), Buffer.concat([file.subarray(0, end), inner]));

function isNsisBlock(block) {
  return block.subarray(4, 4 + NSIS_SIGNATURE.length).equals(NSIS_SIGNATURE);
}

function readBlocks(data) {
  const blocks = [];
  for (let at = NSIS_HEADER_BYTES; at + 4 <= data.length; ) {
    const length = data.readUInt32LE(at);
    const size = length % COMPRESSED_FLAG;
    at += 4;
    if (size === 0 || at + size > data.length) break;
    const block = data.subarray(at, at + size);
    blocks.push(length >= COMPRESSED_FLAG ? inflateRawSync(block) : block);
    at += size;
  }
  return blocks;
}

/** Where the last section of a PE file ends. */
function findProgramEnd(file) {
  const header = file.readUInt32LE(60);
  const count = file.readUInt16LE(header + 6);
  const first = header + 24 + file.readUInt16LE(header + 20);
  const ends = Array.from({ length: count }, (_none, index) => {
    const section = first + 40 * index;
    const start = file.readUInt32LE(section + 20);
    return start === 0 ? 0 : start + file.readUInt32LE(section + 16);
  });
  return Math.max(...ends);
}
