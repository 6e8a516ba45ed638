/**
 * Renders assets/icon.svg as the icons of the installers: PNG for Linux, ICO for Windows, ICNS for
 * macOS. Run it by hand after a change of the SVG: node build/make-icons.mjs
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { findChromium } from './launcher/find-chromium.mjs';
import { root } from './launcher/root.mjs';

const ICO_SIZES = [16, 24, 32, 48, 64, 128, 256];
const LINUX_SIZES = [16, 24, 32, 48, 64, 128, 256, 512];
const ICNS_SIZES = { ic07: 128, ic08: 256, ic09: 512, ic10: 1024 };

const assets = join(root, 'assets');
const svg = readFileSync(join(assets, 'icon.svg'), 'utf8');
const executablePath = findChromium({ node: process.execPath, root });
const browser = await chromium.launch(executablePath === null ? {} : { executablePath });

/** @type {Map<number, Buffer>} */
const pictures = new Map();
for (const size of new Set([...ICO_SIZES, ...LINUX_SIZES, ...Object.values(ICNS_SIZES)])) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const style = '<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>';
  await page.setContent(style + svg);
  pictures.set(size, await page.screenshot({ omitBackground: true }));
  await page.close();
}
await browser.close();

writeFileSync(join(assets, 'icon.png'), getPicture(1024));
mkdirSync(join(assets, 'icons'), { recursive: true });
for (const size of LINUX_SIZES) {
  writeFileSync(join(assets, 'icons', `${size}x${size}.png`), getPicture(size));
}
writeFileSync(join(assets, 'icon.ico'), encodeIco());
writeFileSync(join(assets, 'icon.icns'), encodeIcns());

/** @param {number} size */
function getPicture(size) {
  const picture = pictures.get(size);
  if (picture === undefined) throw new Error(`no picture of ${size} pixels`);
  return picture;
}

function encodeIco() {
  const header = Buffer.alloc(6 + 16 * ICO_SIZES.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(ICO_SIZES.length, 4);
  let offset = header.length;
  for (const [index, size] of ICO_SIZES.entries()) {
    const position = 6 + 16 * index;
    const { length } = getPicture(size);
    // 0 means 256.
    header.writeUInt8(size % 256, position);
    header.writeUInt8(size % 256, position + 1);
    header.writeUInt16LE(1, position + 4);
    header.writeUInt16LE(32, position + 6);
    header.writeUInt32LE(length, position + 8);
    header.writeUInt32LE(offset, position + 12);
    offset += length;
  }
  return Buffer.concat([header, ...ICO_SIZES.map(getPicture)]);
}

function encodeIcns() {
  const parts = Object.entries(ICNS_SIZES).map(([type, size]) =>
    encodeIcnsChunk(type, getPicture(size)),
  );
  return encodeIcnsChunk('icns', Buffer.concat(parts));
}

/**
 * @param {string} type
 * @param {Buffer} content
 */
function encodeIcnsChunk(type, content) {
  const header = Buffer.alloc(8);
  header.write(type, 0, 'latin1');
  header.writeUInt32BE(content.length + 8, 4);
  return Buffer.concat([header, content]);
}
