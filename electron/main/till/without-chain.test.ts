import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** What of `pg` a program loads that imports these files, in a process of its own. */
function loadedBy(files: readonly string[]): readonly string[] {
  const program = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({
      load: (url, context, next) => {
        if (/node_modules\\/pg[^/]*\\//.test(url)) loaded.push(url.replace(/.*node_modules\\//, ''));
        return next(url, context);
      },
    });
    for (const file of ${JSON.stringify(files)}) await import(file);
    console.log(JSON.stringify(loaded));
    process.exit(0);`;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--no-warnings', '--input-type=module', '-e', program],
    { encoding: 'utf8' },
  );
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
}

it('loads the client of PostgreSQL only where a chain is asked, and not with the till', () => {
  const till = new URL('./index.ts', import.meta.url).href;
  const client = new URL('../../chain/till/client/index.ts', import.meta.url).href;
  expect(loadedBy([till])).toEqual([]);
  expect(loadedBy([client])).toContain('pg/lib/index.js');
});
