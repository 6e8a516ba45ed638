import { spawnSync } from 'node:child_process';
import { LauncherError, UsageError } from './messages.mjs';

const TARGETS_BY_SYSTEM = { linux: ['deb'], win: ['nsis'], mac: ['dmg'] };
const SYSTEM_BY_PLATFORM = { linux: 'linux', win32: 'win', darwin: 'mac' };
const USAGE =
  'npm run package [-- --linux deb | --win nsis | --mac dmg] [--stand-in] [--output DIR]';

/** What the words after `npm run package --` ask for; for this system where they name none. */
export function parsePackageArguments(words, platform) {
  const asked = { targets: [], isStandIn: false, output: 'out/installers' };
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index];
    const system = word.slice(2);
    if (word === '--stand-in') asked.isStandIn = true;
    else if (word === '--output') {
      index += 1;
      const value = words[index] ?? '';
      if (value === '' || value.startsWith('--'))
        throw new UsageError(`${word} needs a value.\n${USAGE}`);
      asked.output = value;
    } else if (word.startsWith('--') && system in TARGETS_BY_SYSTEM) {
      const named = TARGETS_BY_SYSTEM[system].includes(words[index + 1]);
      if (named) index += 1;
      asked.targets.push({ system, target: named ? words[index] : TARGETS_BY_SYSTEM[system][0] });
    } else throw new UsageError(`npm run package does not know ${word}.\n${USAGE}`);
  }
  const own = SYSTEM_BY_PLATFORM[platform];
  if (asked.targets.length === 0)
    asked.targets.push({ system: own, target: TARGETS_BY_SYSTEM[own][0] });
  for (const { system } of asked.targets) assertBuildableHere(system, own, asked.isStandIn);
  return asked;
}

/** An installer is signed, and its program started, on the system that it is for. */
function assertBuildableHere(system, own, isStandIn) {
  if (isStandIn ? own === 'linux' && system !== 'mac' : system === own) return;
  throw new LauncherError(
    isStandIn
      ? `There is no stand-in of Electron for --${system} here: it is made on Linux, for --linux and --win.`
      : `An installer for --${system} is made on that system, where it can be signed and started.`,
  );
}

/** All files of an installer get the time of the commit: the same commit gives the same bytes. */
export function readCommitTime(root) {
  const { status, stdout } = spawnSync('git', ['log', '-1', '--format=%ct'], {
    cwd: root,
    encoding: 'utf8',
  });
  return status === 0 ? stdout.trim() : String(Math.floor(Date.now() / 1000));
}
