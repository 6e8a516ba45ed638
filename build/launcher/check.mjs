import { writeMessage } from './messages.mjs';
import { buildEnvironment, getBinPath, runCaptured } from './run.mjs';

/** Types of both sides, format, lint and the import walls, at the same time. */
export async function run({ node, root }) {
  const started = Date.now();
  const tsc = getBinPath(root, 'typescript', 'bin', 'tsc');
  const biome = getBinPath(root, '@biomejs', 'biome', 'bin', 'biome');
  const checks = {
    'types of main, shared and tests': [tsc, '--noEmit'],
    'types of the page': [tsc, '--noEmit', '-p', 'renderer/tsconfig.json'],
    'format, lint and import walls': [biome, 'check', '--error-on-warnings', '.'],
  };
  const results = await Promise.all(
    Object.entries(checks).map(async ([what, command]) => {
      const result = await runCaptured(node, command, { cwd: root, env: buildEnvironment(node) });
      return { what, ...result };
    }),
  );
  for (const { what, code, output } of results) {
    if (code !== 0) process.stdout.write(output);
    process.stdout.write(`${code === 0 ? 'ok    ' : 'FAILED'} ${what}\n`);
    if (code !== 0 && what.startsWith('format')) writeMessage('"npm run format" mends the format.');
  }
  writeMessage(`${((Date.now() - started) / 1000).toFixed(1)} s`);
  return results.every(({ code }) => code === 0) ? 0 : 1;
}
