import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LICENCES_FILE, readLicences } from '../../build/release/notices.mjs';
import { writeReleaseDocuments } from '../../build/release/release-documents.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'notices-'));
  writeFileSync(join(root, 'package.json'), '{"dependencies":{}}');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const VALID_LICENCE = { name: 'whole', version: '1.0.0', identifier: 'ISC', text: 'May be used.' };
const writeBundle = (...licences: object[]): string => {
  const dist = join(root, 'dist');
  mkdirSync(join(dist, 'main'), { recursive: true });
  writeFileSync(join(dist, 'main', LICENCES_FILE), JSON.stringify(licences));
  return dist;
};

it('lists every package of a bundle with the text of its licence', () => {
  const licenceWithoutText = { name: 'lazy-val', version: '1.0.5', identifier: 'MIT' };
  const [first, second] = readLicences({
    root,
    dist: writeBundle(VALID_LICENCE, licenceWithoutText),
  });
  expect(first?.text).toContain('Vladimir Krivosheev');
  expect(first?.text).toContain('Permission is hereby granted');
  expect(second).toEqual(VALID_LICENCE);
});

it.each([
  [{ text: undefined }, 'whole 1.0.0 is bundled, but its package lacks the text'],
  [{ text: '' }, 'whole 1.0.0 is bundled, but its package lacks the text'],
  [
    { text: undefined, identifier: 'MIT' },
    'whole 1.0.0 is bundled, but its package lacks the text',
  ],
  [{ identifier: undefined }, 'whole 1.0.0 is bundled, but its package lacks the name'],
])('fails the build if a package has %j', (changed, message) => {
  const dist = writeBundle({ ...VALID_LICENCE, ...changed });
  const output = join(root, 'installers');
  mkdirSync(output);
  const described = { name: 'mostrador', version: '1.0.0' };
  const systems = ['linux'] as const;
  const folder = join(root, 'papers');
  const input = { root, dist, output, described, systems, node: '', env: {}, folder };
  expect(() => writeReleaseDocuments(input)).toThrow(message);
  expect(readdirSync(output)).toEqual([]);
});

it('fails the build if a bundle has no list of its packages', () => {
  const dist = writeBundle(VALID_LICENCE);
  mkdirSync(join(dist, 'cli'));
  expect(() => readLicences({ root, dist })).toThrow(LICENCES_FILE);
});
