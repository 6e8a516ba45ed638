import { UsageError } from './messages.mjs';

/**
 * The commands that pass their arguments to a tool, or have none. All others parse their own
 * arguments: test, bench, smoke, certify, test-faults, training-service, virtual-printer, publish-feed, and
 * the till itself.
 *
 * @type {Readonly<Record<string, { usage: string, about: string, takes: (word: string) => boolean }>>}
 */
const COMMANDS = {
  dev: {
    usage: 'npm run dev [-- OPTION…]',
    about:
      'Starts the till in the browser shell and reloads the page while you edit renderer/ and shared/. A change\nin electron/ needs a restart. OPTIONS are those of npm start.',
    takes: () => true,
  },
  check: {
    usage: 'npm run check',
    about: 'Checks types, lint, formatting, module boundaries and names.',
    takes: () => false,
  },
  format: {
    usage: 'npm run format [-- PATH…]',
    about: 'Formats these files or folders, or everything.',
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
      "Plays a whole business day without a person, and writes screenshots, papers and the daily file to\nout/demo/. --chain: with three tills in two shops, its own PostgreSQL and SFTP server, up to the chain's\ndaily file and payments that are too late for it; takes seven minutes, writes to out/demo/chain/.",
    takes: (word) => word === '--chain',
  },
  package: {
    usage: 'npm run package [-- --linux deb | --win nsis | --mac dmg] [--stand-in] [--output DIR]',
    about:
      'Builds installers in out/installers/, each on its own system. --stand-in, on Linux: without\nElectron, only to test the installer; never for a shop.',
    takes: () => true,
  },
  'verify-release': {
    usage: 'npm run verify-release -- DIR [--install] [--previous DEB]',
    about:
      'Checks installers before they are released. --install, as root on Linux: also installs, upgrades\nand removes the deb in an overlay of the system, which is discarded.',
    takes: () => true,
  },
  'publish-apt': {
    usage:
      'npm run publish-apt -- DIR --archive DIR --ring RING --key FINGERPRINT [--percent N]\nnpm run publish-apt -- --renew --archive DIR --ring RING --key FINGERPRINT',
    about:
      'Publishes the deb in DIR to a ring of the signed apt archive, ring0, ring1 or stable, for N percent\nof its tills. With --renew, only renews the date of the ring. --stand-in: also publishes a stand-in, for tests.',
    takes: () => true,
  },
};

/**
 * Returns the help text for `--help`, or null if the command may run; throws on invalid arguments.
 *
 * @param {string} name
 * @param {readonly string[]} words
 */
export function getHelpOrValidateArguments(name, words) {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) return null;
  const { usage, about, takes } = command;
  if (words.includes('--help')) return `${usage}\n\n${about}\n`;
  const unknown = words.find((word) => !takes(word));
  if (unknown === undefined) return null;
  throw new UsageError(
    `Unknown argument of npm run ${name}: ${unknown}. Usage:\n\n${usage}\n\n${about}`,
  );
}
