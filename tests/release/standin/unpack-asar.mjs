/**
 * Unpacks the asar archive, once per build and user, because Node cannot run a program inside an
 * archive like Electron does. At every start, compares each file of the archive with its hash in the
 * header, like Electron does with that fuse; a changed file ends the start.
 */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

const CHANGED_FILE_EXIT_CODE = 78;

const archive = openSync(process.argv[2] ?? '', 'r');
const archiveHeader = readBytes(16, 0);
const json = readBytes(archiveHeader.readUInt32LE(12), 16);
const firstFile = 8 + archiveHeader.readUInt32LE(4);

const digest = createHash('sha256').update(json).digest('hex');
const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
const folder = join(cache, 'mostrador-standin', digest);
const isNew = !existsSync(folder);
mkdirSync(dirname(folder), { recursive: true, mode: 0o700 });
const target = isNew ? mkdtempSync(`${folder}-`) : folder;
unpackFolder(JSON.parse(json.toString()), target);
if (isNew) renameSync(target, folder);
process.stdout.write(folder);

/**
 * @typedef {{ files: Record<string, AsarEntry> }} AsarFolder
 * @typedef {AsarFolder & { size: number, offset: string, integrity: { hash: string } }} AsarEntry
 * @param {AsarFolder} node
 * @param {string} path
 */
function unpackFolder(node, path) {
  for (const [name, child] of Object.entries(node.files)) {
    const file = join(path, name);
    if (child.files) {
      if (isNew) mkdirSync(file);
      unpackFolder(child, file);
      continue;
    }
    const content = readBytes(child.size, firstFile + Number(child.offset));
    if (createHash('sha256').update(content).digest('hex') !== child.integrity.hash) {
      process.stderr.write(
        `Mostrador was changed after it was built: ${file}. Install it again.\n`,
      );
      process.exit(CHANGED_FILE_EXIT_CODE);
    }
    if (isNew) writeFileSync(file, content);
  }
}

/**
 * @param {number} size
 * @param {number} offset
 */
function readBytes(size, offset) {
  const content = Buffer.alloc(size);
  if (size > 0) readSync(archive, content, 0, size, offset);
  return content;
}
