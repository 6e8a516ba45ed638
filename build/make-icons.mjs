/**
 * Draws assets/icon.svg as the pictures that the installers need: PNG for Linux, ICO for Windows,
 * ICNS for macOS. Run it by hand when the drawing has changed: node build/make-icons.mjs
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
const browser = await chromium.launch({
  executablePath: findChromium({ node: process.execPath, root }) ?? undefined,
});

const pictures = new Map();
for (const size of new Set([...ICO_SIZES, ...LINUX_SIZES, ...Object.values(ICNS_SIZES)])) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const style = '<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>';
  await page.setContent(style + svg);
  pictures.set(size, await page.screenshot({ omitBackground: true }));
  await page.close();
}
await browser.close();

writeFileSync(join(assets, 'icon.png'), pictures.get(1024));
mkdirSync(join(assets, 'icons'), { recursive: true });
for (const size of LINUX_SIZES) {
  writeFileSync(join(assets, 'icons', `${size}x${size}.png`), pictures.get(size));
}
writeFileSync(join(assets, 'icon.ico'), encodeIco());
writeFileSync(join(assets, 'icon.icns'), encodeIcns());

function encodeIco() {
  const head = Buffer.alloc(6 + 16 * ICO_SIZES.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(ICO_SIZES.length, 4);
  let offset = head.length;
  for (const [index, size] of ICO_SIZES.entries()) {
    const at = 6 + 16 * index;
    const { length } = pictures.get(size);
    // 0 stands for 256.
    head.writeUInt8(size % 256, at);
    head.writeUInt8(size % 256, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += length;
  }
  return Buffer.concat([head, ...ICO_SIZES.map((size) => pictures.get(size))]);
}

function encodeIcns() {
  const parts = Object.entries(ICNS_SIZES).map(([type, size]) =>
    encodeIcnsChunk(type, pictures.get(size)),
  );
  return encodeIcnsChunk('icns', Buffer.concat(parts));
}

function encodeIcnsChunk(type, content) {
  const head = Buffer.alloc(8);
  head.write(type, 0, 'latin1');
  head.writeUInt32BE(content.length + 8, 4);
  return Buffer.concat([head, content]);
}
