import { build } from './build.mjs';
import { binOf, environmentFor, runHere } from './run.mjs';
import { say } from './say.mjs';

/** Makes the installer for this platform, in out/installers/. */
export async function run({ node, args, root }) {
  await build({ node, root });
  const code = await runHere(
    node,
    [
      binOf(root, 'electron-builder', 'out', 'cli', 'cli.js'),
      '--config',
      'build/electron-builder.yml',
      '--publish',
      'never',
      ...args,
    ],
    { cwd: root, env: environmentFor(node) },
  );
  if (code !== 0) {
    say(
      '\nNo installer was made. electron-builder downloads the Electron runtime and the tools of the\n' +
        'platform (NSIS, AppImage, dmg) when it is first used; where this machine cannot reach them,\n' +
        'set ELECTRON_MIRROR and ELECTRON_BUILDER_BINARIES_MIRROR, or run this on a machine that can.',
    );
  }
  return code;
}
