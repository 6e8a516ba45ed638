import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

// Module ids are native paths on Windows: a pattern with plain slashes would match nothing there.
it.each(['vite.config.ts', 'vitest.config.ts', 'electron/shell/browser/register.ts'])(
  'matches paths with slashes and with backslashes in %s',
  (file) => {
    const lines = readFileSync(join(ROOT, file), 'utf8').split('\n');
    const hasPlainSlash = (line: string): boolean =>
      line.replaceAll(/\[\^?\\\\\/\]/g, '').includes('\\/');
    expect(lines.filter(hasPlainSlash)).toEqual([]);
  },
);
