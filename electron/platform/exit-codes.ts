/**
 * The exit codes of every headless command: `--help` prints this table and docs/remote-management.md shows
 * it. A code never changes its meaning.
 */
export const EXIT_CODES = {
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
  critical: 12,
  closed: 13,
  database: 14,
  altered: 15,
  unknownKey: 16,
} as const;
export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];

interface ExitMeaning {
  readonly meaning: string;
  readonly action: string;
}

export const EXIT_CODE_MEANINGS: Readonly<Record<keyof typeof EXIT_CODES, ExitMeaning>> = {
  done: { meaning: 'Done, or nothing to do', action: '' },
  failed: {
    meaning: 'The program could not start, or an option is invalid',
    action: 'Read the message',
  },
  later: {
    meaning: 'Not done yet, or the program was stopped',
    action: 'Run it again later; an open till retries the upload by itself',
  },
  person: {
    meaning: 'A daily file was not uploaded, and a person must act first',
    action: 'Open the till: F7, "Daily file" says what to do',
  },
  notThisTill: {
    meaning: 'This till is not set up, does not upload, or belongs to a chain that uploads',
    action: 'Set it up, or check `uploads` and `chain` in its settings',
  },
  noKeyStore: {
    meaning: "The key store did not release the till's keys",
    action: 'Run it in the session of the account that set the till up',
  },
  timeUnsure: {
    meaning: "The service's time could not be read, so it is uncertain which day has ended",
    action: 'Check the connection, and run it again',
  },
  held: {
    meaning:
      'Another program uses the profile and does not answer, or the ledger or the settings cannot be opened',
    action: 'Close the till, or read the message',
  },
  refused: {
    meaning:
      'The patch cannot be read, is invalid, or is for another till; the old settings stay in force',
    action: 'Correct what the message names, and apply it again',
  },
  notAllowed: {
    meaning: "The owner's PIN is missing or wrong; the old settings stay in force",
    action: 'Pass it with `--pin`',
  },
  notProved: {
    meaning:
      'The keys, server, printer or folder in the patch failed the test; the old settings stay in force',
    action: 'Correct the patch, or apply it again once they respond',
  },
  attention: {
    meaning: '`--status`, `chain status`: a light is yellow, and none is red',
    action: 'Look into it when there is time',
  },
  critical: {
    meaning: '`--status`, `chain status`: a light is red',
    action: 'Read which light is red, and act now',
  },
  closed: {
    meaning: '`mostrador-cli`: the till is closed, and only an open till can use its keys',
    action: 'Open the till, and run the command again',
  },
  database: {
    meaning:
      "`chain`: the chain's database refuses the login, its certificate or version is wrong, or the request conflicts with its contents",
    action: 'Read the message',
  },
  altered: {
    meaning: '`verify-evidence`: the sheet was changed after the till signed it',
    action: 'Do not rely on the sheet',
  },
  unknownKey: {
    meaning: '`verify-evidence`: none of the given keys signed the sheet',
    action: "Get the key of the sheet's till from its owner",
  },
};
