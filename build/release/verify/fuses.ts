import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { type Check, collectProblems } from './check.ts';
import type { Program } from './release.ts';

const [OFF, ON] = ['0', '1'].map((letter) => letter.charCodeAt(0));

/** The settings of build/electron-builder.yml. The program uses no browser-specific V8 snapshot. */
const EXPECTED_FUSES: Readonly<Record<keyof typeof FuseV1Options, 'on' | 'off'>> = {
  RunAsNode: 'off',
  EnableCookieEncryption: 'on',
  EnableNodeOptionsEnvironmentVariable: 'off',
  EnableNodeCliInspectArguments: 'off',
  EnableEmbeddedAsarIntegrityValidation: 'on',
  OnlyLoadAppFromAsar: 'on',
  LoadBrowserProcessSpecificV8Snapshot: 'off',
  GrantFileProtocolExtraPrivileges: 'off',
};

/** Checks all fuses of the program. A new fuse of Electron must be added here first. */
export const fusesCheck: Check = {
  name: 'fuses',
  run: ({ programs }) => collectProblems(programs, findProblems),
};

async function findProblems({ installer, executable }: Program): Promise<string[]> {
  let wire: Map<string, unknown>;
  try {
    wire = new Map(Object.entries(await getCurrentFuseWire(executable)));
  } catch (error) {
    return [`${installer}: the fuses of the program cannot be read (${String(error)}).`];
  }
  const problems = Object.entries(EXPECTED_FUSES).flatMap(([name, state]) => {
    const index = Object.entries(FuseV1Options).find(([fuseName]) => fuseName === name)?.[1];
    const actualState = wire.get(String(index));
    return actualState === (state === 'on' ? ON : OFF)
      ? []
      : [`${installer}: the fuse ${name} is not ${state}.`];
  });
  const expectedCount = Object.keys(EXPECTED_FUSES).length;
  const unknownKeys = [...wire.keys()].filter(
    (key) => /^\d+$/.test(key) && Number(key) >= expectedCount,
  );
  return [
    ...problems,
    ...unknownKeys.map(
      (key) =>
        `${installer}: Electron has an unknown fuse, number ${key}. Decide on it in the build.`,
    ),
  ];
}
