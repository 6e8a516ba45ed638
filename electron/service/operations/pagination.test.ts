import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fail, ok, type Problem, type Result } from '../../../shared/contract/index.ts';
import { type ListPage, type Pagination, parsePagination, readAllPages } from './pagination.ts';

const keyOf = (row: unknown) => String(row);

/** A server with these pages; what it says of the next page is up to the test. */
async function readFrom(
  respond: (number: number) => ListPage | Problem,
  mostPages = 50,
): Promise<{ asked: number[]; rows: readonly unknown[]; isComplete: boolean; failed: boolean }> {
  const asked: number[] = [];
  const list = await readAllPages({
    keyOf,
    mostPages,
    readPage: async (number): Promise<Result<ListPage>> => {
      asked.push(number);
      const answer = respond(number);
      return 'kind' in answer ? fail(answer) : ok(answer);
    },
  });
  return list.ok
    ? { asked, rows: list.value.rows, isComplete: list.value.isComplete, failed: false }
    : { asked, rows: [], isComplete: false, failed: true };
}

function honest(size: number, perPage: number) {
  const all = Array.from({ length: size }, (_, index) => index);
  const totalPages = Math.ceil(size / perPage);
  return {
    all,
    respond: (number: number): ListPage => ({
      rows: all.slice((number - 1) * perPage, number * perPage),
      pagination: {
        totalEntries: size,
        totalPages,
        currentPage: number,
        nextPage: number < totalPages ? number + 1 : null,
      },
    }),
  };
}

describe('readAllPages', () => {
  it('reads every row once, in order, from an honest server', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(120), fc.integer({ min: 1, max: 40 }), async (size, perPage) => {
        const { all, respond } = honest(size, perPage);
        const read = await readFrom(respond, 1000);
        expect(read.rows).toEqual(all);
        expect(read.isComplete).toBe(true);
        expect(read.asked).toHaveLength(Math.max(1, Math.ceil(size / perPage)));
      }),
    );
  });

  it('hands every row over and keeps none where it is told so, and counts them all the same', async () => {
    for (const isCut of [false, true]) {
      const { all, respond } = honest(25, 10);
      const handed: unknown[] = [];
      const list = await readAllPages<ListPage>({
        keyOf,
        keepsRows: false,
        onPage: (page, _number, soFar) => {
          handed.push(...page.rows);
          expect(soFar).toBe(handed.length);
        },
        readPage: async (number) => {
          const page = respond(number);
          return ok(isCut && number === 3 ? { ...page, rows: [] } : page);
        },
      });
      const kept = list.ok
        ? [...list.value.rows, ...list.value.pages.flatMap((one) => one.rows)]
        : null;
      expect(kept).toEqual([]);
      expect(handed).toEqual(isCut ? all.slice(0, 20) : all);
      expect(list.ok && list.value.isComplete).toBe(!isCut);
    }
  });

  it('reads to the end where the answers carry no header at all', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(60), fc.integer({ min: 1, max: 20 }), async (size, perPage) => {
        const { all, respond } = honest(size, perPage);
        const read = await readFrom((number) => ({ ...respond(number), pagination: null }), 1000);
        expect(read.rows).toEqual(all);
        expect(read.isComplete).toBe(true);
      }),
    );
  });

  it('ends on every server, and never calls a list whole that its total says is not', async () => {
    const pagination: fc.Arbitrary<Pagination | null> = fc.option(
      fc.record({
        totalEntries: fc.option(fc.nat(40)),
        totalPages: fc.option(fc.nat(9)),
        currentPage: fc.option(fc.nat(9)),
        nextPage: fc.option(fc.integer({ min: -2, max: 12 })),
      }),
    );
    const page = fc.record({ rows: fc.array(fc.nat(6), { maxLength: 4 }), pagination });
    await fc.assert(
      fc.asyncProperty(fc.array(page, { minLength: 1, maxLength: 8 }), async (pages) => {
        const respond = (number: number): ListPage =>
          pages[(number - 1) % pages.length] ?? { rows: [], pagination: null };
        const read = await readFrom(respond, 20);
        expect(read.asked.length).toBeLessThanOrEqual(20);
        expect(new Set(read.asked).size).toBe(read.asked.length);
        const last = respond(read.asked.at(-1) ?? 1);
        const saysItEnds = last.pagination !== null && last.pagination.nextPage === null;
        const total = last.pagination?.totalEntries ?? null;
        if (read.isComplete && !saysItEnds && total !== null && last.rows.length === 0) {
          expect(read.rows.length).toBeGreaterThanOrEqual(total);
        }
      }),
    );
  });

  it('stops at a server that repeats a page for ever', async () => {
    const read = await readFrom((number) => ({
      rows: [1, 2, 3],
      pagination: { totalEntries: 9, totalPages: 3, currentPage: null, nextPage: number + 1 },
    }));
    expect(read).toMatchObject({ asked: [1, 2], rows: [1, 2, 3], isComplete: false });
  });

  it('takes the repeated last page of a server as the end, when all entries are there', async () => {
    const read = await readFrom((number) => ({
      rows: number === 1 ? [1, 2] : [3, 4],
      pagination: { totalEntries: 4, totalPages: 2, currentPage: null, nextPage: number + 1 },
    }));
    expect(read).toMatchObject({ asked: [1, 2, 3], rows: [1, 2, 3, 4], isComplete: true });
  });

  it('stops at a next page that was read before, or is none', async () => {
    for (const nextPage of [1, 0, -1]) {
      const read = await readFrom(() => ({
        rows: [1],
        pagination: { totalEntries: null, totalPages: null, currentPage: null, nextPage },
      }));
      expect(read).toMatchObject({ asked: [1], isComplete: false });
    }
  });

  it('stops at the bound on a server that always has more', async () => {
    const read = await readFrom((number) => ({
      rows: [number],
      pagination: { totalEntries: null, totalPages: null, currentPage: null, nextPage: number + 1 },
    }));
    expect(read.asked).toHaveLength(50);
    expect(read.isComplete).toBe(false);
  });

  it('does not take an empty page for the end when entries are missing', async () => {
    const read = await readFrom((number) => ({
      rows: number === 1 ? [1, 2] : [],
      pagination: { totalEntries: 5, totalPages: 3, currentPage: null, nextPage: number + 1 },
    }));
    expect(read).toMatchObject({ asked: [1, 2], isComplete: false });
  });

  it('fails with the page that fails', async () => {
    const read = await readFrom((number) =>
      number === 2 ? { kind: 'keys-refused' } : honest(10, 4).respond(number),
    );
    expect(read).toMatchObject({ asked: [1, 2], failed: true });
  });
});

describe('readPagination', () => {
  it('reads the header as it was seen', () => {
    const header =
      '{"total_entries":5973,"total_pages":4,"previous_page":null,"current_page":1,"next_page":2}';
    expect(parsePagination(header)).toEqual({
      totalEntries: 5973,
      totalPages: 4,
      currentPage: 1,
      nextPage: 2,
    });
  });

  it('is null for any header that says nothing of a next page', () => {
    expect(parsePagination(undefined)).toBeNull();
    expect(parsePagination('{"total_entries":3}')).toBeNull();
    fc.assert(
      fc.property(fc.string(), (header) => {
        fc.pre(!header.includes('next_page'));
        expect(parsePagination(header)).toBeNull();
      }),
    );
  });
});
