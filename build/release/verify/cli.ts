import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  CHECKS,
  isStandInDeb,
  isStandInWindowsInstaller,
  openRelease,
  type Release,
} from './index.ts';
import { createInstallationSteps } from './installation.ts';

const USAGE = 'npm run verify-release -- DIR [--install] [--previous DEB]';

process.exitCode = await verify();

/** Returns the exit code: 0 without problems, 1 with problems, 2 for invalid arguments. */
async function verify(): Promise<number> {
  let options: ReturnType<typeof parseArguments>;
  try {
    options = parseArguments();
  } catch (error) {
    process.stderr.write(`${formatError(error)}\n${USAGE}\n`);
    return 2;
  }
  if (options === 'help') {
    process.stdout.write(`${USAGE}\n`);
    return 0;
  }
  let release: Release;
  try {
    release = openRelease(options.folder);
  } catch (error) {
    const reason = existsSync(options.folder)
      ? formatError(error)
      : `There is no folder ${options.folder}.`;
    process.stderr.write(`${reason}\n${USAGE}\n`);
    return 1;
  }
  try {
    if (release.programs.length === 0) {
      process.stdout.write(`FAILED there is no installer in ${options.folder}\n`);
      return 1;
    }
    const problems: string[] = [];
    for (const check of CHECKS)
      problems.push(...(await reportCheck(check.name, () => check.run(release))));
    if (options.isToInstall && problems.length === 0) {
      for (const step of await createInstallationSteps(release, options.previous)) {
        problems.push(...(await reportCheck(step.name, step.run, step.skipReason)));
      }
    }
    const standIns = [
      ...release.debs.filter(isStandInDeb),
      ...release.windowsInstallers.filter(isStandInWindowsInstaller),
    ];
    for (const { file } of standIns) {
      process.stdout.write(
        `NOT FOR SHOPS: ${file} was built with the stand-in, without Electron.\n`,
      );
    }
    return problems.length === 0 ? 0 : 1;
  } finally {
    release.close();
  }
}

async function reportCheck(
  name: string,
  run: () => Promise<readonly string[] | null>,
  defaultSkipReason = 'the folder has nothing to check',
): Promise<readonly string[]> {
  let problems: readonly string[] | null;
  try {
    problems = await run();
  } catch (error) {
    problems = [formatError(error)];
  }
  if (problems === null) {
    process.stdout.write(`  --   ${name}: ${defaultSkipReason}\n`);
    return [];
  }
  process.stdout.write(`${problems.length === 0 ? '  ok  ' : 'FAILED'} ${name}\n`);
  for (const problem of problems) process.stdout.write(`         ${problem}\n`);
  return problems;
}

function formatError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function parseArguments():
  | 'help'
  | { folder: string; isToInstall: boolean; previous: string | null } {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean' },
      install: { type: 'boolean' },
      previous: { type: 'string' },
    },
  });
  if (values.help) return 'help';
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0)
    throw new Error('Name exactly one folder with the artefacts.');
  return {
    folder: resolve(folder),
    isToInstall: values.install ?? false,
    previous: values.previous === undefined ? null : resolve(values.previous),
  };
}
