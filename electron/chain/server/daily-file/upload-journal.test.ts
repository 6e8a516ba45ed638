import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toDayTimeRange } from '../../../back-office/reconciliation/days/index.ts';
import type { ServerTestTill } from '../testing/index.ts';
import { createChainDayActions } from './day-actions.ts';
import { createMakerBench, type MakerBench, ZONE } from './upload-term.fixture.ts';

const FIRST = '2026-11-10';
/** Returns an hour after the file of that day falls due, in milliseconds since the epoch. */
const toHourAfterDue = (day: string): number =>
  (toDayTimeRange(day, ZONE).until + 4 * 3600 + 600) * 1000;

describe.skipIf(process.platform === 'win32')('the journal of uploads', () => {
  let bench: MakerBench;
  let till: ServerTestTill;
  let journalFile: string;

  beforeAll(async () => {
    bench = await createMakerBench({ firstDay: FIRST });
    till = await bench.testChain.enrollTill('Centro', '01');
    journalFile = join(bench.dataFolder, 'uploads.jsonl');
  });
  afterAll(() => bench.remove());

  /** Elects a process an hour after the file of the day is due, with all tills complete. */
  const electAfter = async (day: string, ...options: Parameters<MakerBench['elect']>) => {
    const at = toDayTimeRange(day, ZONE).since * 1000;
    await till.push([{ at }], { until: toHourAfterDue(day) / 1000 });
    bench.jumpTo(toHourAfterDue(day));
    return await bench.elect(...options);
  };
  const readJournal = (): Record<string, unknown>[] =>
    readFileSync(journalFile, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  const countArrivals = (name: string): number =>
    bench.server.renamedNames.filter((renamed) => renamed === name).length;

  it('names each uploaded file with its size, digest and time', async () => {
    await electAfter(FIRST);
    const bytes = bench.server.files.get('lupita_20261111.txt') ?? Buffer.alloc(0);
    const [header, ...entries] = readJournal();
    expect(header).toEqual({ format: 1, database: expect.stringMatching(/^\d{4}-.*Z$/) });
    expect(entries).toEqual([
      {
        day: FIRST,
        name: 'lupita_20261111.txt',
        bytes: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        uploadedAt: new Date(toHourAfterDue(FIRST)).toISOString(),
        host: hostname(),
      },
    ]);
  });

  it.each([
    ['is missing', (file: string) => rmSync(file), 'is missing'],
    ['is damaged', (file: string) => appendFileSync(file, '{"day"\n'), 'its line 3 is damaged'],
    ['is empty', (file: string) => writeFileSync(file, ''), 'its first line is damaged'],
    [
      'belongs to another database',
      (file: string) => writeFileSync(file, '{"format":1,"database":"2020"}\n'),
      'belongs to another database',
    ],
  ])('stops uploads while the journal %s', async (_, change, problem) => {
    const before = readFileSync(journalFile);
    change(journalFile);
    const term = await electAfter('2026-11-11');
    expect(term.journal.getProblem()).toContain(problem);
    await expect(term.journal.checkAtStart(null)).rejects.toThrow(problem);
    expect(bench.server.files.has('lupita_20261112.txt')).toBe(false);
    writeFileSync(journalFile, before, { mode: 0o600 });
  });

  it('begins a new journal from the database once a person agrees', async () => {
    const before = readJournal();
    rmSync(journalFile);
    const questions: string[] = [];
    const { journal } = await bench.elect();
    const answer = (isYes: boolean) => async (question: string) => {
      questions.push(question);
      return isYes;
    };
    await expect(journal.checkAtStart(answer(false))).rejects.toThrow('is missing');
    await journal.checkAtStart(answer(true));
    expect(questions[1]).toContain('Begin a new journal from the database, and continue?');
    expect(readJournal()).toMatchObject([
      { database: before[0]?.database },
      { day: FIRST, sha256: before[1]?.sha256, host: expect.any(String) },
    ]);
    await electAfter('2026-11-11');
    expect(countArrivals('lupita_20261112.txt')).toBe(1);
  });

  it('asks again about what happens after the first check of a process', async () => {
    const before = readFileSync(journalFile);
    const decisions = { acceptsJournal: true, startsNewJournal: true };
    const { journal } = await bench.elect({ journalChoices: decisions });
    rmSync(journalFile);
    expect(await journal.check()).toMatchObject({ kind: 'missing' });
    writeFileSync(journalFile, before, { mode: 0o600 });
    const unknown = { ...readJournal()[1], day: '2026-11-01' };
    appendFileSync(journalFile, `${JSON.stringify(unknown)}\n`);
    expect(await journal.check()).toMatchObject({ kind: 'ahead', isAccepted: false });
    const questions: string[] = [];
    await journal.checkAtStart(async (question) => {
      questions.push(question);
      return true;
    });
    expect(questions).toEqual([expect.stringContaining('2026-11-01 (')]);
    expect(await journal.check()).toMatchObject({ kind: 'ahead', isAccepted: true });
    appendFileSync(journalFile, `${JSON.stringify({ ...unknown, day: '2026-11-02' })}\n`);
    expect(await journal.check()).toMatchObject({ kind: 'ahead', isAccepted: false });
    writeFileSync(journalFile, before, { mode: 0o600 });
  });

  it('ignores a line whose writing was interrupted, and goes on after the last whole one', async () => {
    appendFileSync(journalFile, '{"day":"2026-11-12","na');
    await electAfter('2026-11-12');
    expect(countArrivals('lupita_20261113.txt')).toBe(1);
    expect(readJournal().map(({ day }) => day)).toEqual([
      undefined,
      FIRST,
      '2026-11-11',
      '2026-11-12',
    ]);
  });

  it('adds an upload that another process made', async () => {
    const lines = readFileSync(journalFile, 'utf8').split('\n');
    writeFileSync(journalFile, `${lines.slice(0, -2).join('\n')}\n`);
    const { journal } = await bench.elect();
    expect(await journal.check()).toMatchObject({ kind: 'current' });
    expect(readJournal()).toHaveLength(4);
  });

  it('records an upload in the database that the journal proves, and does not send it again', async () => {
    // The process died after the journal and before the database, and the service took the file.
    bench.server.files.delete('lupita_20261113.txt');
    await bench.testChain.chain.database.sql(
      `UPDATE chain.days SET uploaded_at = NULL, in_doubt_at = now() WHERE day = '2026-11-12'`,
    );
    await bench.elect();
    expect(await bench.readDay('2026-11-12')).toMatchObject({
      uploadedAt: expect.any(String),
      inDoubtAt: null,
    });
    expect(countArrivals('lupita_20261113.txt')).toBe(1);
  });

  it('records an upload although the journal cannot be written, and then stops', async () => {
    const before = readFileSync(journalFile);
    bench.server.onUpload = async () => rmSync(journalFile);
    const term = await electAfter('2026-11-13');
    bench.server.onUpload = null;
    expect((await bench.readDay('2026-11-13')).uploadedAt).not.toBeNull();
    await term.uploadDueFiles();
    expect(term.journal.getProblem()).toContain('is missing');
    writeFileSync(journalFile, before, { mode: 0o600 });
  });

  it('stops at an upload that the database does not know, until a person decides about the day', async () => {
    const day = '2026-11-14';
    await electAfter(day);
    bench.server.files.delete('lupita_20261115.txt');
    await bench.testChain.chain.database.sql(
      `UPDATE chain.days SET uploaded_at = NULL, offered_at = NULL WHERE day = '${day}'`,
    );
    const term = await electAfter('2026-11-15');
    expect(term.journal.getProblem()).toContain(`${day} (lupita_20261115.txt, at `);
    const [note] = await bench.database.query('SELECT chain.notes_v1() AS notes');
    expect(note?.notes).toMatchObject({
      'daily-file': { journalProblem: term.journal.getProblem() },
    });
    expect([countArrivals('lupita_20261115.txt'), countArrivals('lupita_20261116.txt')]).toEqual([
      1, 0,
    ]);
    const actions = createChainDayActions(bench.database.query);
    expect(await actions.sendAgain(day, 'Ana', 'the service has nothing')).toBe('done');
    await term.uploadDueFiles();
    expect([countArrivals('lupita_20261115.txt'), countArrivals('lupita_20261116.txt')]).toEqual([
      2, 1,
    ]);
  });

  it('uploads nothing if the configuration is for another environment than the database', async () => {
    const { sql } = bench.testChain.chain.database;
    await sql("INSERT INTO chain.environment (name) VALUES ('production')");
    const term = await electAfter('2026-11-16', { environment: 'sandbox' });
    expect(term.journal.getProblem()).toMatch(/for production.*for sandbox/);
    await expect(term.journal.checkAtStart(async () => true)).rejects.toThrow('for production');
    expect(bench.server.files.has('lupita_20261117.txt')).toBe(false);
    const right = await electAfter('2026-11-16', { environment: 'production' });
    expect(right.journal.getProblem()).toBeNull();
    expect(bench.server.files.has('lupita_20261117.txt')).toBe(true);
    await sql('DELETE FROM chain.environment');
  });
});
