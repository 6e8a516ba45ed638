/** Prints the manual page of a program, from the same options and exit codes as its `--help`. */

import { EXIT_CODE_MEANINGS, EXIT_CODES } from '../../electron/platform/index.ts';
import {
  CHAIN_COMMANDS,
  formatChainUsage,
} from '../../electron/settings/command-line/chain-options.ts';
import {
  listOptions,
  PROGRAM_DESCRIPTIONS,
  type ProgramName,
} from '../../electron/settings/command-line/options.ts';

const [, , programArgument, version = '', seconds = '0'] = process.argv;
const program: ProgramName = programArgument === 'mostrador-cli' ? programArgument : 'mostrador';
const otherProgram: ProgramName = program === 'mostrador' ? 'mostrador-cli' : 'mostrador';
const date = new Date(Number(seconds) * 1000).toISOString().slice(0, 10);

const SUMMARIES: Readonly<Record<ProgramName, string>> = {
  mostrador: "the till on a shop's counter",
  'mostrador-cli': 'commands for a till, without a window',
};
const DETAILS: Readonly<Record<ProgramName, string>> = {
  mostrador:
    'Opens the till, and sets it up at the first start. For commands without a window, use mostrador-cli, which needs no display.',
  'mostrador-cli':
    'Commands that need the keys of the till run in the open till. If no till is open, they end with an error and change nothing.',
};

/** Escapes hyphens and backslashes, and prevents a line from beginning with a troff command. */
function escapeRoff(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/gm, '\\&$1');
}

const options = listOptions(program).map(({ name, placeholder, description }) => {
  const argument = placeholder === null ? '' : ` \\fI${escapeRoff(placeholder)}\\fR`;
  return `.TP\n\\fB\\-\\-${escapeRoff(name)}\\fR${argument}\n${escapeRoff(description)}\n`;
});
const chain = CHAIN_COMMANDS.map(
  (command) =>
    `.TP\n\\fB${escapeRoff(formatChainUsage(command))}\\fR\n${[command, ...command.options]
      .map((entry) =>
        'placeholder' in entry
          ? `\\fB\\-\\-${escapeRoff(entry.name)}\\fR: ${escapeRoff(entry.description)}.`
          : `${escapeRoff(entry.description)}.`,
      )
      .join('\n')}\n`,
);
const codes = Object.entries(EXIT_CODES).map(([name, code]) => {
  const entry = Object.entries(EXIT_CODE_MEANINGS).find(([meaningName]) => meaningName === name);
  const { meaning, action } = entry?.[1] ?? { meaning: '', action: '' };
  return `.TP\n\\fB${code}\\fR\n${escapeRoff(meaning)}.${action === '' ? '' : ` ${escapeRoff(action)}.`}\n`;
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
      'An upgrade or a removal leaves it unchanged.\n' +
      '.TP\n\\fI/etc/mostrador\\fR\nThe machine-wide settings, which only administrators can write.\n',
    `.SH SEE ALSO\n\\fB${escapeRoff(otherProgram)}\\fR(1)\n`,
  ].join(''),
);
