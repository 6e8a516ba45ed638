import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const FOLDER = join(import.meta.dirname, '..', '.github', 'workflows');

/** A tag can be moved to other code by whoever owns the action; a digest cannot. */
it('names every action by its digest, with the version that it is', () => {
  for (const name of readdirSync(FOLDER)) {
    const used = readFileSync(join(FOLDER, name), 'utf8').match(/^.*\buses:.*$/gm) ?? [];
    expect(used.length, name).toBeGreaterThan(0);
    for (const line of used) {
      expect(line, name).toMatch(/uses: [\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    }
  }
});
