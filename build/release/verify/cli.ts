import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CHECKS, isStandInDeb, isStandInSetup, openRelease, type Release } from './index.ts';
import { verifyInstallation } from './installation.ts';

const USAGE = 'npm run verify-release -- DIR [--install] [--previous DEB]';

process.exitCode = await verify();

/** 0 if all is well, 1 if something is wrong, 2 if the words of the command are. */
async function verify(): Promise<number> {
  let asked: ReturnType<typeof parseArguments>;
  try {
    asked = parseArguments();
  } catch (error) {
    process.stderr.write(`${formatError(error)}\n${USAGE}\n`);
    return 2;
  }
  if (asked === 'help') {
    process.stdout.write(`${USAGE}\n`);
    return 0;
  }
  let release: Release;
  try {
    release = openRelease(asked.folder);
  } catch (error) {
    const why = existsSync(asked.folder)
      ? formatError(error)
      : `There is no folder ${asked.folder}.`;
    process.stderr.write(`${why}\n${USAGE}\n`);
    return 1;
  }
  try {
    if (release.programs.length === 0) {
      process.stdout.write(`FAILED there is no installer in ${asked.folder}\n`);
      return 1;
    }
    const found: string[] = [];
    for (const check of CHECKS)
      found.push(...(await reportCheck(check.name, () => check.run(release))));
    if (asked.isToInstall && found.length === 0) {
      for (const step of await verifyInstallation(release, asked.previous)) {
        found.push(...(await reportCheck(step.name, step.run, step.skipReason)));
      }
    }
    const standIns = [
      ...release.debs.filter(isStandInDeb),
      ...release.setups.filter(isStandInSetup),
    ];
    for (const { file } of standIns) {
      process.stdout.write(`NOT FOR SHOPS: ${file} is made of the stand-in, without Electron.\n`);
    }
    return found.length === 0 ? 0 : 1;
  } finally {
    release.close();
  }
}

async function reportCheck(
  name: string,
  run: () => Promise<readonly string[] | null>,
  nothing = 'nothing of it is here',
): Promise<readonly string[]> {
  let problems: readonly string[] | null;
  try {
    problems = await run();
  } catch (error) {
    problems = [formatError(error)];
  }
  if (problems === null) {
    process.stdout.write(`  --   ${name}: ${nothing}\n`);
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
  if (folder === undefined || more.length > 0) throw new Error('Name one folder of artefacts.');
  return {
    folder: resolve(folder),
    isToInstall: values.install ?? false,
    previous: values.previous === undefined ? null : resolve(values.previous),
  };
}
