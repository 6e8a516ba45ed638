import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** Lists the modules of `pg` that are loaded when a separate process imports these files. */
function listLoadedModules(files: readonly string[]): readonly string[] {
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

it('loads the PostgreSQL client only with the chain client, not with the till', () => {
  const till = new URL('./index.ts', import.meta.url).href;
  const client = new URL('../../chain/client/index.ts', import.meta.url).href;
  expect(listLoadedModules([till])).toEqual([]);
  expect(listLoadedModules([client])).toContain('pg/lib/index.js');
});
