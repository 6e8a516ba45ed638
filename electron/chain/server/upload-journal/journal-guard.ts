import { hostname } from 'node:os';
import { assertNever, type EnvironmentName } from '../../../../shared/contract/index.ts';
import { createSerialQueue } from '../../../platform/index.ts';
import { ChainError } from '../../client/index.ts';
import type { ChainQuery } from '../database/index.ts';
import { type RecordedDay, readDatabaseId, readRecordedDays } from './recorded-days.ts';
import type { JournalEntry, UploadJournal } from './upload-journal.ts';

export type JournalState =
  /** These uploads may have arrived, as far as the database knows, and the journal proves it. */
  | { readonly kind: 'current'; readonly provenDays: readonly JournalEntry[] }
  /** The database knows this many uploads. */
  | { readonly kind: 'missing'; readonly uploadCount: number }
  | { readonly kind: 'unreadable'; readonly reason: string }
  | { readonly kind: 'unwritable'; readonly reason: string }
  | { readonly kind: 'other-database' }
  /** The database has payments of another environment than the configuration. */
  | { readonly kind: 'other-environment'; readonly expected: string; readonly actual: string }
  /** The journal has uploads that the database does not know: it was set back. */
  | {
      readonly kind: 'ahead';
      readonly entries: readonly JournalEntry[];
      /** Whether a person accepted all of them. */
      readonly isAccepted: boolean;
    };

/** What a person decided when the process was started. It is valid for what the first check finds. */
export interface JournalChoices {
  /** Uploads that only the journal knows are recorded in the database. */
  readonly acceptsJournal: boolean;
  /** A missing journal is begun from the database. */
  readonly startsNewJournal: boolean;
}

/** Ends a start that a person must decide. */
export class UploadJournalError extends Error {
  readonly kind: JournalState['kind'];
  constructor(kind: JournalState['kind'], message: string) {
    super(message);
    this.name = 'UploadJournalError';
    this.kind = kind;
  }
}

export interface JournalGuard {
  /**
   * Compares the environments, and the journal with the database, and adds what only the database
   * knows. Nothing may be uploaded unless the result is `current`, or `ahead` and accepted. An acceptance
   * ends once the database knows the uploads: after a further restore a person decides again. Throws if
   * the database does not answer.
   */
  check(): Promise<JournalState>;
  /**
   * Checks before the first upload, and asks a person if `confirm` is not null. Throws an
   * `UploadJournalError` if nothing may be uploaded; an unreachable database is checked later.
   */
  checkAtStart(confirm: ((question: string) => Promise<boolean>) | null): Promise<void>;
  /** Call after the server confirmed an upload, before the database records it. */
  record(entry: Omit<JournalEntry, 'host'>): Promise<void>;
  /** Why nothing is uploaded, as of the last check; null if nothing prevents it. */
  getProblem(): string | null;
}

export function createJournalGuard(ports: {
  readonly journal: UploadJournal;
  readonly query: ChainQuery;
  readonly choices: JournalChoices;
  /** That of the configuration; null if it names none. */
  readonly environment: EnvironmentName | null;
}): JournalGuard {
  const { journal, query, environment } = ports;
  const runSerially = createSerialQueue();
  let { acceptsJournal, startsNewJournal } = ports.choices;
  let acceptedEntries: readonly JournalEntry[] = [];
  let problem: string | null = null;

  const compare = async (): Promise<JournalState> => {
    const [row] = await query('SELECT name FROM chain.environment');
    const actual = row === undefined ? null : String(row.name);
    if (environment !== null && actual !== null && actual !== environment)
      return { kind: 'other-environment', expected: environment, actual };
    const database = await readDatabaseId(query);
    const days = await readRecordedDays(query);
    const uploads = [...days.values()].flatMap(({ upload }) => upload ?? []);
    const content = await journal.read();
    if (content.kind === 'unreadable') return content;
    if (content.kind === 'missing') {
      if (uploads.length > 0 && !startsNewJournal)
        return { kind: 'missing', uploadCount: uploads.length };
      return await write(() => journal.create(database, uploads), []);
    }
    startsNewJournal = false;
    if (content.database !== database) return { kind: 'other-database' };
    const lastEntries = new Map(content.entries.map((entry) => [entry.day, entry]));
    const unknown = [...lastEntries.values()].filter(
      (entry) => !isKnown(entry, days.get(entry.day)),
    );
    if (acceptsJournal) acceptedEntries = unknown;
    acceptsJournal = false;
    if (unknown.length > 0)
      return { kind: 'ahead', entries: unknown, isAccepted: unknown.every(isAcceptedEntry) };
    acceptedEntries = [];
    const missing = uploads.filter(({ day, sha256 }) => lastEntries.get(day)?.sha256 !== sha256);
    const provenDays = [...lastEntries.values()].filter(
      ({ day, sha256 }) => days.get(day)?.inDoubtSha256 === sha256,
    );
    return await write(async () => {
      if (missing.length > 0) await journal.append(missing);
    }, provenDays);
  };

  const isAcceptedEntry = ({ day, sha256 }: JournalEntry): boolean =>
    acceptedEntries.some((entry) => entry.day === day && entry.sha256 === sha256);

  const write = async (
    writeEntries: () => Promise<void>,
    provenDays: readonly JournalEntry[],
  ): Promise<JournalState> => {
    try {
      await writeEntries();
      return { kind: 'current', provenDays };
    } catch (error) {
      return { kind: 'unwritable', reason: error instanceof Error ? error.message : String(error) };
    }
  };

  const check = (): Promise<JournalState> =>
    runSerially(async () => {
      const state = await compare();
      const isAllowed = state.kind === 'current' || (state.kind === 'ahead' && state.isAccepted);
      problem = isAllowed ? null : formatJournalProblem(state, journal.file);
      return state;
    });

  const checkAtStart: JournalGuard['checkAtStart'] = async (confirm) => {
    let state: JournalState;
    try {
      state = await check();
    } catch (error) {
      // The check before each upload decides once the database answers.
      if (error instanceof ChainError) return;
      throw error;
    }
    if (problem === null) return;
    const question = getQuestion(state);
    if (question === null || confirm === null || !(await confirm(`${problem}\n${question}`)))
      throw new UploadJournalError(state.kind, problem);
    if (state.kind === 'ahead') acceptedEntries = state.entries;
    else startsNewJournal = true;
    await checkAtStart(null);
  };

  return {
    check,
    checkAtStart,
    record: (entry) => runSerially(() => journal.append([{ ...entry, host: hostname() }])),
    getProblem: () => problem,
  };
}

/**
 * Whether the database knows of an upload, or of something newer: that it may have arrived, that the
 * file was handed in, or that a person had it sent again.
 */
function isKnown(entry: JournalEntry, day: RecordedDay | undefined): boolean {
  if (day === undefined) return false;
  if (day.upload !== null || day.isHandedIn) return true;
  if (day.inDoubtSha256 === entry.sha256) return true;
  return day.sendAgainAt !== null && day.sendAgainAt > entry.uploadedAt;
}

function getQuestion(state: JournalState): string | null {
  if (state.kind === 'ahead') return 'Record these files as delivered, and continue?';
  return state.kind === 'missing' ? 'Begin a new journal from the database, and continue?' : null;
}

function formatJournalProblem(state: JournalState, file: string): string | null {
  switch (state.kind) {
    case 'current':
      return null;
    case 'missing':
      return `The journal of uploads ${file} is missing, but the database knows ${state.uploadCount} uploaded files. Nothing is uploaded. If this computer is new, run chain start --new-journal. If the database was restored, first bring the journal back, or look on the server which files it has.`;
    case 'unreadable':
      return `The journal of uploads ${file} cannot be used: ${state.reason}. Nothing is uploaded. Correct that; or, if the database was not restored, move the file away and run chain start --new-journal.`;
    case 'unwritable':
      return `The journal of uploads ${file} cannot be written: ${state.reason}. Nothing is uploaded. Correct that, or give another folder with --data.`;
    case 'other-database':
      return `The journal of uploads ${file} belongs to another database. Nothing is uploaded. Give each chain its own folder with --data; or move the file away and run chain start --new-journal.`;
    case 'other-environment':
      return `The database is the chain's for ${state.actual}, and the configuration of this process is for ${state.expected}. Nothing is uploaded. Give each environment its own database, and its own chain.json.`;
    case 'ahead': {
      const uploads = state.entries.map(
        ({ day, name, uploadedAt, host }) => `${day} (${name}, at ${uploadedAt} from ${host})`,
      );
      return `The database was set back, for example by a restore: it does not know that these daily files were uploaded: ${uploads.join('; ')}. Nothing is uploaded. Run chain start --accept-journal to record them as delivered; they are not sent again.`;
    }
    default:
      return assertNever(state);
  }
}
