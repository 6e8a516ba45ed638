import { spawnSync } from 'node:child_process';
import { LauncherError, UsageError } from './messages.mjs';

/**
 * @typedef {'linux' | 'win' | 'mac'} TargetSystem
 * @typedef {'deb' | 'nsis' | 'dmg'} Target
 * @typedef {{ targets: { system: TargetSystem, target: Target }[], isStandIn: boolean, output: string }} PackageOptions
 */

/** @type {Readonly<Record<TargetSystem, Target>>} */
const TARGET_BY_SYSTEM = { linux: 'deb', win: 'nsis', mac: 'dmg' };
/** @type {Partial<Record<string, TargetSystem>>} */
const SYSTEM_BY_PLATFORM = { linux: 'linux', win32: 'win', darwin: 'mac' };
const TARGET_SYSTEMS = /** @type {const} */ (['linux', 'win', 'mac']);
const USAGE =
  'npm run package [-- --linux deb | --win nsis | --mac dmg] [--stand-in] [--output DIR]';

/**
 * Parses the arguments after `npm run package --`. The default target is the current system.
 *
 * @param {readonly string[]} words
 * @param {string} platform
 */
export function parsePackageArguments(words, platform) {
  /** @type {PackageOptions} */
  const options = { targets: [], isStandIn: false, output: 'out/installers' };
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    const system = TARGET_SYSTEMS.find((name) => word === `--${name}`);
    if (word === '--stand-in') options.isStandIn = true;
    else if (word === '--output') {
      index += 1;
      const value = words[index] ?? '';
      if (value === '' || value.startsWith('--'))
        throw new UsageError(`${word} needs a value.\n${USAGE}`);
      options.output = value;
    } else if (system !== undefined) {
      const target = TARGET_BY_SYSTEM[system];
      if (words[index + 1] === target) index += 1;
      options.targets.push({ system, target });
    } else throw new UsageError(`Unknown argument of npm run package: ${word}.\n${USAGE}`);
  }
  const currentSystem = SYSTEM_BY_PLATFORM[platform];
  if (options.targets.length === 0 && currentSystem !== undefined)
    options.targets.push({ system: currentSystem, target: TARGET_BY_SYSTEM[currentSystem] });
  for (const { system } of options.targets)
    assertBuildableHere(system, currentSystem, options.isStandIn);
  return options;
}

/**
 * An installer must be built on its own system, where it can be signed and started.
 *
 * @param {TargetSystem} system
 * @param {TargetSystem | undefined} currentSystem
 * @param {boolean} isStandIn
 */
function assertBuildableHere(system, currentSystem, isStandIn) {
  if (isStandIn ? currentSystem === 'linux' && system !== 'mac' : system === currentSystem) return;
  throw new LauncherError(
    isStandIn
      ? `The stand-in of Electron cannot be built for --${system} here. Build it on Linux, for --linux or --win.`
      : `An installer for --${system} must be built on that system, because only there can it be signed and started.`,
  );
}

/**
 * In seconds since the epoch. All files of an installer get this time, for reproducible builds.
 *
 * @param {string} root
 */
export function readCommitTime(root) {
  const { status, stdout } = spawnSync('git', ['log', '-1', '--format=%ct'], {
    cwd: root,
    encoding: 'utf8',
  });
  return status === 0 ? stdout.trim() : String(Math.floor(Date.now() / 1000));
}
