import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { type Check, collectProblems } from './check.ts';
import type { Program } from './release.ts';

const [OFF, ON] = ['0', '1'].map((letter) => letter.charCodeAt(0));

/** As build/electron-builder.yml sets them, read back; the snapshot's own is not used. */
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

/** What the program lets itself be turned into is fixed, and a fuse that is new is decided first. */
export const fusesCheck: Check = {
  name: 'fuses',
  run: ({ programs }) => collectProblems(programs, findProblems),
};

async function findProblems({ installer, executable }: Program): Promise<string[]> {
  let wire: Map<string, unknown>;
  try {
    wire = new Map(Object.entries(await getCurrentFuseWire(executable)));
  } catch (error) {
    return [`${installer}: the program has no fuses that can be read (${String(error)}).`];
  }
  const wrong = Object.entries(EXPECTED_FUSES).flatMap(([name, state]) => {
    const index = Object.entries(FuseV1Options).find(([one]) => one === name)?.[1];
    const is = wire.get(String(index));
    return is === (state === 'on' ? ON : OFF)
      ? []
      : [`${installer}: the fuse ${name} is not ${state}.`];
  });
  const known = Object.keys(EXPECTED_FUSES).length;
  const unknown = [...wire.keys()].filter((key) => /^\d+$/.test(key) && Number(key) >= known);
  return [
    ...wrong,
    ...unknown.map(
      (key) => `${installer}: Electron has a fuse number ${key} that nobody has decided on.`,
    ),
  ];
}
