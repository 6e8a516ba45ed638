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
  readonly means: string;
  readonly next: string;
}

export const EXIT_MEANINGS: Readonly<Record<keyof typeof EXIT, ExitMeaning>> = {
  done: { means: 'Done, or there was nothing to do', next: '' },
  failed: {
    means: 'The program could not start, or an option is wrong',
    next: 'Read what it says',
  },
  later: {
    means: 'Not done now, or somebody ended the program',
    next: 'Run it again later; the upload is tried again at the next start',
  },
  person: {
    means: 'A file is not in, and a person has to act first',
    next: 'Open the till: F7, "Daily file" says what',
  },
  notThisTill: {
    means: 'This till is not set up, does not upload, or belongs to a chain',
    next: 'Set it up, or see `uploads` in its settings',
  },
  noKeyStore: {
    means: "The key store did not open the till's keys",
    next: 'Run it in the session of the person who set the till up',
  },
  timeUnsure: {
    means: 'The service did not tell the time, so it is not certain which day is over',
    next: 'Check the connection',
  },
  held: {
    means:
      'Another program holds the profile and does not answer, or ledger or settings do not open',
    next: 'Close the till, or read what it says',
  },
  refused: {
    means: 'The patch cannot be read, does not fit, or is for another till; the old settings hold',
    next: 'Mend what it names, and apply it again',
  },
  notAllowed: {
    means: "An owner's PIN is missing or wrong; the old settings hold",
    next: 'Give it with `--pin`',
  },
  notProved: {
    means:
      'The keys, the server, the printer or the folder of the patch do not work; the old settings hold',
    next: 'Mend it, or apply it when they answer',
  },
  attention: {
    means: '`--status`, `chain status`: the worst light is yellow',
    next: 'Look at it when there is time',
  },
  trouble: {
    means: '`--status`, `chain status`: a light is red',
    next: 'Read which light',
  },
  closed: {
    means:
      '`mostrador-cli`: the till is closed, and this needs its keys, which only the till opens',
    next: 'Open the till, and run it again',
  },
  database: {
    means: "`chain`: the chain's database refuses it, or it does not fit what is there",
    next: 'Read what it says',
  },
};
