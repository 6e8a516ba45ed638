import { readFileSync } from 'node:fs';

/**
 * Returns the text of a `.sql` file beside a module. The build puts the text into the bundle in place
 * of the call (`inlineSqlFiles` in `vite.config.ts`), so the arguments must be `import.meta.url` and a
 * literal. Lines end with LF also where git writes CRLF: a ledger stores the text.
 */
export function readSqlFile(moduleUrl: string, file: string): string {
  return readFileSync(new URL(file, moduleUrl), 'utf8').replaceAll('\r\n', '\n');
}
