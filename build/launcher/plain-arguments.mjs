import { UsageError } from './messages.mjs';

/**
 * The commands that leave their words to a tool, or take none. The others read their own: test,
 * bench, certify, test-faults, training-service, virtual-printer, publish-feed, and the till itself.
 */
const COMMANDS = {
  check: {
    usage: 'npm run check',
    about: 'Checks types, lint, formatting and import walls.',
    takes: () => false,
  },
  format: {
    usage: 'npm run format [-- PATH…]',
    about: 'Formats these files or folders, or everything, and writes the walls for the linter.',
    takes: (word) => !word.startsWith('-'),
  },
  build: {
    usage: 'npm run build',
    about: 'Builds dist/.',
    takes: () => false,
  },
  demo: {
    usage: 'npm run demo [-- --chain]',
    about:
      "Plays a whole day unattended. Its screens, papers and daily file are left in out/demo/.\n--chain: of three tills in two shops, with a PostgreSQL and a server for the file of its own, up to\nthe chain's daily file and what came too late for it; seven minutes, left in out/demo/chain/.",
    takes: (word) => word === '--chain',
  },
  package: {
    usage: 'npm run package [-- --linux deb | --win nsis | --mac dmg] [--stand-in] [--output DIR]',
    about:
      'Makes installers in out/installers/, on the system that they are for. --stand-in, on Linux:\nwithout Electron, only to try the installer; never for a shop.',
    takes: () => true,
  },
  'verify-release': {
    usage: 'npm run verify-release -- DIR [--install] [--previous DEB]',
    about:
      'Looks at installers before they go to a shop. --install, as root on Linux: also\ninstalls, upgrades and removes the deb in an overlay of the system, which is discarded.',
    takes: () => true,
  },
  'publish-apt': {
    usage:
      'npm run publish-apt -- DIR --archive DIR --ring RING --key FINGERPRINT [--percent N]\nnpm run publish-apt -- --renew --archive DIR --ring RING --key FINGERPRINT',
    about:
      'Puts the deb of DIR into a ring of the signed apt archive, ring0, ring1 or stable, for N percent\nof its tills; with --renew only gives the ring a new date. --stand-in: for tests.',
    takes: () => true,
  },
};

/** The help where it is asked for, null where the command may run; throws on what it does not take. */
export function parsePlainArguments(name, words) {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) return null;
  const { usage, about, takes } = command;
  if (words.includes('--help')) return `${usage}\n\n${about}\n`;
  const unknown = words.find((word) => !takes(word));
  if (unknown === undefined) return null;
  throw new UsageError(`npm run ${name} does not know ${unknown}. It is:\n\n${usage}\n\n${about}`);
}
