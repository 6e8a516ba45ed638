/** Prints the manual page of either program, from the options and exit codes that its `--help` prints. */
import { CHAIN_COMMANDS, chainUse } from '../../electron/command-line/chain-options.ts';
import { optionsOf, type ProgramName, WHAT_IT_IS } from '../../electron/command-line/options.ts';
import { EXIT, EXIT_MEANINGS } from '../../electron/platform/index.ts';

const [, , asked, version = '', seconds = '0'] = process.argv;
const program: ProgramName = asked === 'mostrador-cli' ? asked : 'mostrador';
const other: ProgramName = program === 'mostrador' ? 'mostrador-cli' : 'mostrador';
const date = new Date(Number(seconds) * 1000).toISOString().slice(0, 10);

const IN_SHORT: Readonly<Record<ProgramName, string>> = {
  mostrador: "the till on a shop's counter",
  'mostrador-cli': 'commands for a till, without a window',
};
const MORE: Readonly<Record<ProgramName, string>> = {
  mostrador:
    'Opens the till, and sets it up at the first start. For commands without a window take mostrador-cli, which needs no display.',
  'mostrador-cli':
    'What needs the keys of the till is handed to the till that is open; if none is, the command says so and changes nothing.',
};

/** A hyphen is printed as one, and a line never begins with a command of troff. */
function roff(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/gm, '\\&$1');
}

const options = optionsOf(program).map(({ name, value, says }) => {
  const given = value === null ? '' : ` \\fI${roff(value)}\\fR`;
  return `.TP\n\\fB\\-\\-${roff(name)}\\fR${given}\n${roff(says)}\n`;
});
const chain = CHAIN_COMMANDS.map(
  (command) =>
    `.TP\n\\fB${roff(chainUse(command))}\\fR\n${[command, ...command.options]
      .map((one) =>
        'value' in one
          ? `\\fB\\-\\-${roff(one.name)}\\fR: ${roff(one.says)}.`
          : `${roff(one.says)}.`,
      )
      .join('\n')}\n`,
);
const codes = Object.entries(EXIT).map(([name, code]) => {
  const found = Object.entries(EXIT_MEANINGS).find(([one]) => one === name);
  const { means, next } = found?.[1] ?? { means: '', next: '' };
  return `.TP\n\\fB${code}\\fR\n${roff(means)}.${next === '' ? '' : ` ${roff(next)}.`}\n`;
});

process.stdout.write(
  [
    `.TH ${program.toUpperCase().replace('-', '\\-')} 1 ${date} "Mostrador ${roff(version)}"\n`,
    `.SH NAME\n${roff(program)} \\- ${IN_SHORT[program]}\n`,
    `.SH SYNOPSIS\n\\fB${roff(program)}\\fR [\\fIOPTION\\fR...]\n`,
    `.SH DESCRIPTION\n${roff(WHAT_IT_IS[program])}\n${roff(MORE[program])}\n`,
    `.SH OPTIONS\n${options.join('')}`,
    ...(program === 'mostrador-cli' ? [`.SH THE CHAIN OF TILLS\n${chain.join('')}`] : []),
    `.SH EXIT STATUS\n${codes.join('')}`,
    '.SH FILES\n.TP\n\\fI~/.config/Mostrador\\fR\nThe profile: everything that belongs to a till. ' +
      'Neither an upgrade nor a removal touches it.\n' +
      '.TP\n\\fI/etc/mostrador\\fR\nWhat the administrator of the computer decides.\n',
    `.SH SEE ALSO\n\\fB${roff(other)}\\fR(1)\n`,
  ].join(''),
);
