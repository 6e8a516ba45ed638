import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../support/till-process.ts';
import { expect, test } from './support/index.ts';

test.use({ shell: 'browser' });

test('npm run dev serves the page from Vite with hot reload and the calls from main', async ({
  chromium,
}) => {
  // It builds main and the page, beside the other tests.
  test.slow();
  const profile = mkdtempSync(join(tmpdir(), 'till-dev-'));
  const launch = join(ROOT, 'build', 'launch.mjs');
  const dev = spawn(
    process.execPath,
    [launch, 'dev', '--no-open', '--training', '--profile', profile],
    { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let output = '';
  dev.stdout.on('data', (data) => {
    output += String(data);
  });
  try {
    await expect.poll(() => output, { timeout: 120_000 }).toMatch(/http:\S+token=\S+/);
    const context = await (await chromium()).newContext();
    const page = await context.newPage();
    const connectedMessage = page.waitForEvent('console', (message) =>
      message.text().startsWith('[vite] connected'),
    );
    await page.goto(/http:\S+/.exec(output)?.[0] ?? '');
    await connectedMessage;
    // The names come from main through the preload script.
    await expect(page.getByRole('option', { name: /Ana/ })).toBeVisible();
    await context.close();
  } finally {
    dev.kill();
    await once(dev, 'exit');
    rmSync(profile, { recursive: true, force: true });
  }
});
