import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { extractFile, listPackage, statFile } from '@electron/asar';
import { type Check, collectProblems } from './check.ts';
import type { Program } from './release.ts';

/** All files that the archive may contain: Vite's output, and no packages, source maps or tests. */
const ALLOWED_FILES = [
  /^package\.json$/,
  /^dist\/main\/[\w.-]+\.js$/,
  /^dist\/main\/fonts\/[\w-]+\.(woff|txt)$/,
  /^dist\/preload\/preload\.cjs$/,
  /^dist\/renderer\/index\.html$/,
  /^dist\/renderer\/assets\/[\w.-]+\.(js|css|woff2?|svg|png)$/,
  /^dist\/customer-preload\/customer-preload\.cjs$/,
  /^dist\/customer-screen\/customer-screen\/index\.html$/,
  /^dist\/customer-screen\/assets\/[\w.-]+\.(js|css|woff2?|svg|png)$/,
];
const REQUIRED_FILES = [
  'package.json',
  'dist/main/main.js',
  'dist/preload/preload.cjs',
  'dist/renderer/index.html',
  'dist/customer-preload/customer-preload.cjs',
  'dist/customer-screen/customer-screen/index.html',
];

/** Checks that each file in the archive is allowed, and matches its hash in the header. */
export const asarCheck: Check = {
  name: 'archive of the program (asar)',
  run: ({ programs }) => collectProblems(programs, findProblems),
};

function findProblems({ installer, resources }: Program): string[] {
  const archive = join(resources, 'app.asar');
  const files = listFiles(archive);
  return [
    ...REQUIRED_FILES.filter((name) => !files.includes(name)).map(
      (name) => `${installer}: ${name} is missing in app.asar.`,
    ),
    ...files
      .filter((name) => !ALLOWED_FILES.some((pattern) => pattern.test(name)))
      .map((name) => `${installer}: ${name} must not be in app.asar.`),
    ...files
      .filter((name) => !hasExpectedHash(archive, name))
      .map((name) => `${installer}: ${name} in app.asar does not match its hash.`),
  ];
}

function listFiles(archive: string): string[] {
  return listPackage(archive, { isPack: false })
    .map((path) => path.replace(/^[\\/]/, '').replaceAll('\\', '/'))
    .filter((path) => !('files' in statFile(archive, path)));
}

function hasExpectedHash(archive: string, name: string): boolean {
  const entry = statFile(archive, name);
  if (!('integrity' in entry) || entry.unpacked) return false;
  const digest = createHash('sha256').update(extractFile(archive, name)).digest('hex');
  return entry.integrity.hash === digest;
}
