import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

/**
 * Returns the section of a version in a changelog in the format of Keep a Changelog, without its heading.
 * Throws if the changelog has no section of the version, or an empty one.
 *
 * @param {string} changelog
 * @param {string} version
 */
export function findReleaseNotes(changelog, version) {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => text.startsWith(`[${version}]`));
  const notes = section?.slice(section.indexOf('\n')).trim() ?? '';
  if (notes === '') throw new Error(`CHANGELOG.md has no section [${version}]: write it first.`);
  return notes;
}

// Run as a program: prints the notes of the tag, such as v1.2.0, that is its only argument.
if (process.argv[1] === import.meta.filename) {
  const changelog = readFileSync(join(import.meta.dirname, '..', '..', 'CHANGELOG.md'), 'utf8');
  process.stdout.write(
    `${findReleaseNotes(changelog, (process.argv[2] ?? '').replace(/^v/, ''))}\n`,
  );
}
