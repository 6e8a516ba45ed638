import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const FOLDER = join(import.meta.dirname, '..', '.github', 'workflows');

/** The owner of an action can move a tag to other code, but not a digest. */
it('pins every GitHub action by its digest, with its version in a comment', () => {
  for (const name of readdirSync(FOLDER)) {
    const lines = readFileSync(join(FOLDER, name), 'utf8').match(/^.*\buses:.*$/gm) ?? [];
    // A workflow of this repository is the checked-out commit's.
    const usesLines = lines.filter((line) => !line.includes('uses: ./'));
    expect(usesLines.length, name).toBeGreaterThan(0);
    for (const line of usesLines) {
      expect(line, name).toMatch(/uses: [\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    }
  }
});
