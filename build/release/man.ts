/** Prints the manual page of either program, from the options and exit codes that its `--help` prints. */

import { EXIT, EXIT_MEANINGS } from '../../electron/platform/index.ts';
import {
  CHAIN_COMMANDS,
  formatChainUsage,
} from '../../electron/settings/command-line/chain-options.ts';
import {
  listOptions,
  PROGRAM_DESCRIPTIONS,
  type ProgramName,
} from '../../electron/settings/command-line/options.ts';

const [, , asked, version = '', seconds = '0'] = process.argv;
const program: ProgramName = asked === 'mostrador-cli' ? asked : 'mostrador';
const other: ProgramName = program === 'mostrador' ? 'mostrador-cli' : 'mostrador';
const date = new Date(Number(seconds) * 1000).toISOString().slice(0, 10);

const SUMMARIES: Readonly<Record<ProgramName, string>> = {
  mostrador: "the till on a shop's counter",
  'mostrador-cli': 'commands for a till, without a window',
};
const DETAILS: Readonly<Record<ProgramName, string>> = {
  mostrador:
    'Opens the till, and sets it up at the first start. For commands without a window take mostrador-cli, which needs no display.',
  'mostrador-cli':
    'What needs the keys of the till is handed to the till that is open; if none is, the command says so and changes nothing.',
};

/** A hyphen is printed as one, and a line never begins with a command of troff. */
function escapeRoff(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/gm, '\\&$1');
}

const options = listOptions(program).map(({ name, placeholder, says }) => {
  const given = placeholder === null ? '' : ` \\fI${escapeRoff(placeholder)}\\fR`;
  return `.TP\n\\fB\\-\\-${escapeRoff(name)}\\fR${given}\n${escapeRoff(says)}\n`;
});
const chain = CHAIN_COMMANDS.map(
  (command) =>
    `.TP\n\\fB${escapeRoff(formatChainUsage(command))}\\fR\n${[command, ...command.options]
      .map((one) =>
        'value' in one
          ? `\\fB\\-\\-${escapeRoff(one.name)}\\fR: ${escapeRoff(one.says)}.`
          : `${escapeRoff(one.says)}.`,
      )
      .join('\n')}\n`,
);
const codes = Object.entries(EXIT).map(([name, code]) => {
  const found = Object.entries(EXIT_MEANINGS).find(([one]) => one === name);
  const { means, next } = found?.[1] ?? { means: '', next: '' };
  return `.TP\n\\fB${code}\\fR\n${escapeRoff(means)}.${next === '' ? '' : ` ${escapeRoff(next)}.`}\n`;
});

process.stdout.write(
  [
    `.TH ${program.toUpperCase().replace('-', '\\-')} 1 ${date} "Mostrador ${escapeRoff(version)}"\n`,
    `.SH NAME\n${escapeRoff(program)} \\- ${SUMMARIES[program]}\n`,
    `.SH SYNOPSIS\n\\fB${escapeRoff(program)}\\fR [\\fIOPTION\\fR...]\n`,
    `.SH DESCRIPTION\n${escapeRoff(PROGRAM_DESCRIPTIONS[program])}\n${escapeRoff(DETAILS[program])}\n`,
    `.SH OPTIONS\n${options.join('')}`,
    ...(program === 'mostrador-cli' ? [`.SH THE CHAIN OF TILLS\n${chain.join('')}`] : []),
    `.SH EXIT STATUS\n${codes.join('')}`,
    '.SH FILES\n.TP\n\\fI~/.config/Mostrador\\fR\nThe profile: everything that belongs to a till. ' +
      'Neither an upgrade nor a removal touches it.\n' +
      '.TP\n\\fI/etc/mostrador\\fR\nWhat the administrator of the computer decides.\n',
    `.SH SEE ALSO\n\\fB${escapeRoff(other)}\\fR(1)\n`,
  ].join(''),
);
