import { spawnSync } from 'node:child_process';
import { LauncherError, UsageError } from './messages.mjs';

const TARGETS_BY_SYSTEM = { linux: ['deb'], win: ['nsis'], mac: ['dmg'] };
const SYSTEM_BY_PLATFORM = { linux: 'linux', win32: 'win', darwin: 'mac' };
const USAGE =
  'npm run package [-- --linux deb | --win nsis | --mac dmg] [--stand-in] [--output DIR]';

/** Parses the arguments after `npm run package --`. The default target is the current system. */
export function parsePackageArguments(words, platform) {
  const options = { targets: [], isStandIn: false, output: 'out/installers' };
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index];
    const system = word.slice(2);
    if (word === '--stand-in') options.isStandIn = true;
    else if (word === '--output') {
      index += 1;
      const value = words[index] ?? '';
      if (value === '' || value.startsWith('--'))
        throw new UsageError(`${word} needs a value.\n${USAGE}`);
      options.output = value;
    } else if (word.startsWith('--') && system in TARGETS_BY_SYSTEM) {
      const hasTarget = TARGETS_BY_SYSTEM[system].includes(words[index + 1]);
      if (hasTarget) index += 1;
      options.targets.push({
        system,
        target: hasTarget ? words[index] : TARGETS_BY_SYSTEM[system][0],
      });
    } else throw new UsageError(`Unknown argument of npm run package: ${word}.\n${USAGE}`);
  }
  const currentSystem = SYSTEM_BY_PLATFORM[platform];
  if (options.targets.length === 0)
    options.targets.push({ system: currentSystem, target: TARGETS_BY_SYSTEM[currentSystem][0] });
  for (const { system } of options.targets)
    assertBuildableHere(system, currentSystem, options.isStandIn);
  return options;
}

/** An installer must be built on its own system, where it can be signed and started. */
function assertBuildableHere(system, currentSystem, isStandIn) {
  if (isStandIn ? currentSystem === 'linux' && system !== 'mac' : system === currentSystem) return;
  throw new LauncherError(
    isStandIn
      ? `The stand-in of Electron cannot be built for --${system} here. Build it on Linux, for --linux or --win.`
      : `An installer for --${system} must be built on that system, because only there can it be signed and started.`,
  );
}

/** In seconds since the epoch. All files of an installer get this time, for reproducible builds. */
export function readCommitTime(root) {
  const { status, stdout } = spawnSync('git', ['log', '-1', '--format=%ct'], {
    cwd: root,
    encoding: 'utf8',
  });
  return status === 0 ? stdout.trim() : String(Math.floor(Date.now() / 1000));
}
