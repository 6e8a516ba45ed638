import { describe, expect, it } from 'vitest';
import { findReleaseNotes } from '../../build/release/release-notes.mjs';

const CHANGELOG = `# Changelog

## [Unreleased]

- Not yet.

## [1.10.0] - 2026-12-01

### Fixed

- A fault.

## [1.1.0] - 2026-11-01

- The first one.
`;

describe('release notes', () => {
  it('returns the section of the version without its heading', () => {
    expect(findReleaseNotes(CHANGELOG, '1.10.0')).toBe('### Fixed\n\n- A fault.');
    expect(findReleaseNotes(CHANGELOG, '1.1.0')).toBe('- The first one.');
  });

  it.each(['1.1', '2.0.0', ''])('throws for version "%s", which has no section', (version) => {
    expect(() => findReleaseNotes(CHANGELOG, version)).toThrow(`no section [${version}]`);
  });
});
