/**
 * The exit codes of every headless command: `--help` prints this table and docs/remote-management.md shows
 * it. A code never changes its meaning.
 */
export const EXIT = {
  done: 0,
  failed: 1,
  later: 2,
  person: 3,
  notThisTill: 4,
  noKeyStore: 5,
  timeUnsure: 6,
  held: 7,
  refused: 8,
  notAllowed: 9,
  notProved: 10,
  attention: 11,
  trouble: 12,
  closed: 13,
  database: 14,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

interface ExitMeaning {
  readonly meaning: string;
  readonly action: string;
}

export const EXIT_MEANINGS: Readonly<Record<keyof typeof EXIT, ExitMeaning>> = {
  done: { meaning: 'Done, or there was nothing to do', action: '' },
  failed: {
    meaning: 'The program could not start, or an option is wrong',
    action: 'Read what it says',
  },
  later: {
    meaning: 'Not done now, or somebody ended the program',
    action: 'Run it again later; the upload is tried again at the next start',
  },
  person: {
    meaning: 'A file is not in, and a person has to act first',
    action: 'Open the till: F7, "Daily file" says what',
  },
  notThisTill: {
    meaning: 'This till is not set up, does not upload, or belongs to a chain',
    action: 'Set it up, or see `uploads` in its settings',
  },
  noKeyStore: {
    meaning: "The key store did not open the till's keys",
    action: 'Run it in the session of the person who set the till up',
  },
  timeUnsure: {
    meaning: 'The service did not tell the time, so it is not certain which day is over',
    action: 'Check the connection',
  },
  held: {
    meaning:
      'Another program holds the profile and does not answer, or ledger or settings do not open',
    action: 'Close the till, or read what it says',
  },
  refused: {
    meaning:
      'The patch cannot be read, does not fit, or is for another till; the old settings hold',
    action: 'Mend what it names, and apply it again',
  },
  notAllowed: {
    meaning: "An owner's PIN is missing or wrong; the old settings hold",
    action: 'Give it with `--pin`',
  },
  notProved: {
    meaning:
      'The keys, the server, the printer or the folder of the patch do not work; the old settings hold',
    action: 'Mend it, or apply it when they answer',
  },
  attention: {
    meaning: '`--status`, `chain status`: the worst light is yellow',
    action: 'Look at it when there is time',
  },
  trouble: {
    meaning: '`--status`, `chain status`: a light is red',
    action: 'Read which light',
  },
  closed: {
    meaning:
      '`mostrador-cli`: the till is closed, and this needs its keys, which only the till opens',
    action: 'Open the till, and run it again',
  },
  database: {
    meaning: "`chain`: the chain's database refuses it, or it does not fit what is there",
    action: 'Read what it says',
  },
};
