import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readSqlFile } from './read-sql-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mostrador-sql-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('reads a file beside the module, with the line ends that ledgers store', () => {
  writeFileSync(join(folder, 'a.sql'), 'CREATE TABLE a (\r\n  b TEXT\r\n);\r\n');
  expect(readSqlFile(pathToFileURL(join(folder, 'module.ts')).href, './a.sql')).toBe(
    'CREATE TABLE a (\n  b TEXT\n);\n',
  );
});
