/**
 * Starts an installed till in training, waits for its sign-in screen, and ends it. Needs an installer
 * with Electron's runtime. `node build/release/start-installed.mjs PROGRAM`
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron } from 'playwright';

const [executablePath = ''] = process.argv.slice(2);
const profile = mkdtempSync(join(tmpdir(), 'installed-'));
const till = await _electron.launch({
  executablePath,
  args: ['--profile', profile, '--training'],
});
try {
  const page = await till.firstWindow();
  await page.getByRole('option', { name: 'Ana' }).waitFor({ timeout: 60_000 });
  process.stdout.write(`${executablePath} has opened its till.\n`);
} finally {
  await till.close();
  rmSync(profile, { recursive: true, force: true });
}
