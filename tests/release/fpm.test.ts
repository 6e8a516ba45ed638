import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../support/till-process.ts';
import { createFolders, debUnavailableReason, runNpmCommand } from './installers.ts';

const reason = debUnavailableReason();
const folders = createFolders();

describe('fpm.mjs, which builds a deb', () => {
  const FPM = join(ROOT, 'build', 'release', 'fpm.mjs');
  const createArgs = (folder: string, deb: string): string[] => [
    ...[
      '-s',
      'dir',
      '--force',
      '-t',
      'deb',
      '--name',
      'till',
      '--version',
      '1',
      '--url',
      'https://x',
    ],
    ...['--architecture', 'amd64', '--maintainer', 'T <t@x>', '--description', 'One\n\n Two'],
    ...['--deb-compression', 'gz', '--package', deb, `${folder}/=/opt/till`],
  ];
  const env = { ...process.env, SOURCE_DATE_EPOCH: '1700000000' };

  it.skipIf(reason !== null)('builds the same bytes from the same files', () => {
    const source = folders.make();
    writeFileSync(join(source, 'one'), 'one');
    const debs = ['a.deb', 'b.deb'].map((name) => {
      const deb = join(folders.make(), name);
      const result = spawnSync(process.execPath, [FPM, ...createArgs(source, deb)], { env });
      expect(String(result.stderr)).toBe('');
      return readFileSync(deb);
    });
    expect(debs[0]?.equals(debs[1] ?? Buffer.alloc(0))).toBe(true);
    folders.remove();
  });

  it('rejects unsupported arguments of fpm', () => {
    const runWith = (...extraArgs: string[]) =>
      spawnSync(process.execPath, [FPM, ...createArgs('x', 'y'), ...extraArgs], {
        env,
        encoding: 'utf8',
      });
    expect(runWith('--deb-systemd', 'x').stderr).toContain('unknown option --deb-systemd');
    expect(runWith('-t', 'rpm').stderr).toContain('only -s dir -t deb');
    expect(runWith('--deb-systemd', 'x').status).toBe(1);
  });

  it('rejects unsupported targets of the package command', () => {
    expect(runNpmCommand(['package', '--rpm']).text).toContain(
      'Unknown argument of npm run package: --rpm',
    );
    expect(runNpmCommand(['package', '--mac', '--stand-in']).text).toContain(
      'The stand-in of Electron cannot be built for',
    );
    expect(runNpmCommand(['package', '--output']).text).toContain('--output needs a value');
  });
});
