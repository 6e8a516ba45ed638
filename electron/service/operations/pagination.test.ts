import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fail, ok, type Problem, type Result } from '../../../shared/contract/index.ts';
import { type ListPage, type Pagination, parsePagination, readAllPages } from './pagination.ts';

const getRowKey = (row: unknown) => String(row);

/** Reads all pages from a server that the test defines, including its pagination headers. */
async function readFrom(
  respond: (number: number) => ListPage | Problem,
  maxPages = 50,
): Promise<{
  requested: number[];
  rows: readonly unknown[];
  isComplete: boolean;
  isFailed: boolean;
}> {
  const requested: number[] = [];
  const list = await readAllPages({
    getRowKey,
    maxPages,
    readPage: async (number): Promise<Result<ListPage>> => {
      requested.push(number);
      if (requested.length > 2_000) throw new Error('the reading has no end');
      const answer = respond(number);
      return 'kind' in answer ? fail(answer) : ok(answer);
    },
  });
  return list.ok
    ? { requested, rows: list.value.rows, isComplete: list.value.isComplete, isFailed: false }
    : { requested, rows: [], isComplete: false, isFailed: true };
}

function createCorrectServer(size: number, perPage: number) {
  const allRows = Array.from({ length: size }, (_, index) => index);
  const totalPages = Math.ceil(size / perPage);
  return {
    allRows,
    respond: (number: number): ListPage => ({
      rows: allRows.slice((number - 1) * perPage, number * perPage),
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
  it('reads every row once and in order from a correct server', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(120), fc.integer({ min: 1, max: 40 }), async (size, perPage) => {
        const { allRows, respond } = createCorrectServer(size, perPage);
        const result = await readFrom(respond, 1000);
        expect(result.rows).toEqual(allRows);
        expect(result.isComplete).toBe(true);
        expect(result.requested).toHaveLength(Math.max(1, Math.ceil(size / perPage)));
      }),
    );
  });

  it('passes on and counts every row without keeping it when keepsRows is false', async () => {
    for (const isCut of [false, true]) {
      const { allRows, respond } = createCorrectServer(25, 10);
      const passedRows: unknown[] = [];
      const list = await readAllPages<ListPage>({
        getRowKey,
        keepsRows: false,
        onPage: (page, _number, rowsSoFar) => {
          passedRows.push(...page.rows);
          expect(rowsSoFar).toBe(passedRows.length);
        },
        readPage: async (number) => {
          const page = respond(number);
          return ok(isCut && number === 3 ? { ...page, rows: [] } : page);
        },
      });
      const keptRows = list.ok
        ? [...list.value.rows, ...list.value.pages.flatMap((page) => page.rows)]
        : null;
      expect(keptRows).toEqual([]);
      expect(passedRows).toEqual(isCut ? allRows.slice(0, 20) : allRows);
      expect(list.ok && list.value.isComplete).toBe(!isCut);
    }
  });

  it('reads to the end when the answers have no pagination header', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(60), fc.integer({ min: 1, max: 20 }), async (size, perPage) => {
        const { allRows, respond } = createCorrectServer(size, perPage);
        const result = await readFrom((number) => ({ ...respond(number), pagination: null }), 1000);
        expect(result.rows).toEqual(allRows);
        expect(result.isComplete).toBe(true);
      }),
    );
  });

  it('ends on any server and never reports a list as complete below its total', async () => {
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
        const result = await readFrom(respond, 20);
        expect(result.requested.length).toBeLessThanOrEqual(20);
        expect(new Set(result.requested).size).toBe(result.requested.length);
        const last = respond(result.requested.at(-1) ?? 1);
        const total = last.pagination?.totalEntries ?? null;
        if (result.isComplete && total !== null && last.rows.length === 0) {
          expect(result.rows.length).toBeGreaterThanOrEqual(total);
        }
      }),
    );
  });

  it('stops when a server repeats a page forever', async () => {
    const result = await readFrom((number) => ({
      rows: [1, 2, 3],
      pagination: { totalEntries: 9, totalPages: 3, currentPage: null, nextPage: number + 1 },
    }));
    expect(result).toMatchObject({ requested: [1, 2], rows: [1, 2, 3], isComplete: false });
  });

  it('treats a repeated last page as the end when all entries have been read', async () => {
    const result = await readFrom((number) => ({
      rows: number === 1 ? [1, 2] : [3, 4],
      pagination: { totalEntries: 4, totalPages: 2, currentPage: null, nextPage: number + 1 },
    }));
    expect(result).toMatchObject({ requested: [1, 2, 3], rows: [1, 2, 3, 4], isComplete: true });
  });

  it('stops at a next page that was read before or is invalid', async () => {
    for (const nextPage of [1, 0, -1]) {
      const result = await readFrom(() => ({
        rows: [1],
        pagination: { totalEntries: null, totalPages: null, currentPage: null, nextPage },
      }));
      expect(result).toMatchObject({ requested: [1], isComplete: false });
    }
  });

  it('stops at the page limit when a server always has another page', async () => {
    const result = await readFrom((number) => ({
      rows: [number],
      pagination: { totalEntries: null, totalPages: null, currentPage: null, nextPage: number + 1 },
    }));
    expect(result.requested).toHaveLength(50);
    expect(result.isComplete).toBe(false);
  });

  it('reports an incomplete list when a page is empty and entries are missing', async () => {
    const result = await readFrom((number) => ({
      rows: number === 1 ? [1, 2] : [],
      pagination: { totalEntries: 5, totalPages: 3, currentPage: null, nextPage: number + 1 },
    }));
    expect(result).toMatchObject({ requested: [1, 2], isComplete: false });
  });

  it.each([
    { rows: [1, 2], isComplete: false },
    { rows: [1, 2, 3], isComplete: true },
  ])('reports $rows of 3 entries with a null next_page as complete: $isComplete', async (list) => {
    const result = await readFrom(() => ({
      rows: list.rows,
      pagination: { totalEntries: 3, totalPages: 1, currentPage: 1, nextPage: null },
    }));
    expect(result).toMatchObject({ requested: [1], isComplete: list.isComplete });
  });

  it.each([
    ['its only page', 1],
    ['its last page', 2],
  ])(
    'reports an incomplete list when %s has no next page and entries are missing',
    async (_page, pages) => {
      const result = await readFrom((number) => ({
        rows: [number],
        pagination: {
          totalEntries: pages + 1,
          totalPages: pages,
          currentPage: number,
          nextPage: number < pages ? number + 1 : null,
        },
      }));
      expect(result.rows).toHaveLength(pages);
      expect(result.isComplete).toBe(false);
    },
  );

  it('reports an incomplete list when only an earlier page gave the total', async () => {
    const result = await readFrom((number) => ({
      rows: number === 1 ? [1, 2] : [],
      pagination:
        number === 1 ? { totalEntries: 3, totalPages: null, currentPage: null, nextPage: 2 } : null,
    }));
    expect(result).toMatchObject({ requested: [1, 2], isComplete: false });
  });

  it('passes on each page with its number, and keeps its rows', async () => {
    const { allRows, respond } = createCorrectServer(25, 10);
    const passedPages: unknown[] = [];
    const list = await readAllPages<ListPage>({
      getRowKey,
      onPage: (page, number, rowsSoFar) => passedPages.push([page.rows.length, number, rowsSoFar]),
      readPage: async (number) => ok(respond(number)),
    });
    expect(passedPages).toEqual([
      [10, 1, 10],
      [10, 2, 20],
      [5, 3, 25],
    ]);
    expect(list.ok && list.value.pages.flatMap((page) => page.rows)).toEqual(allRows);
    expect(list.ok && list.value.rows).toEqual(allRows);
  });

  it('reads at most 1,000 pages', async () => {
    let pages = 0;
    const list = await readAllPages<ListPage>({
      getRowKey,
      readPage: async (number) => {
        pages += 1;
        return ok({ rows: [number], pagination: null });
      },
    });
    expect(pages).toBe(1_000);
    expect(list.ok && list.value.isComplete).toBe(false);
  });

  it('takes a page that a server without pages repeats for the whole list', async () => {
    const result = await readFrom(() => ({ rows: [1, 2], pagination: null }));
    expect(result).toMatchObject({ requested: [1, 2], rows: [1, 2], isComplete: true });
  });

  it('takes a repeated later page without a header for no end', async () => {
    const result = await readFrom((number) => ({
      rows: number === 1 ? [1] : [2],
      pagination: null,
    }));
    expect(result).toMatchObject({ requested: [1, 2, 3], rows: [1, 2], isComplete: false });
  });

  it('takes the last total that a page gave', async () => {
    const totals = [5, 3, null];
    const result = await readFrom((number) => ({
      rows: [number],
      pagination: {
        totalEntries: totals[number - 1] ?? null,
        totalPages: null,
        currentPage: null,
        nextPage: number < 3 ? number + 1 : null,
      },
    }));
    expect(result).toMatchObject({ rows: [1, 2, 3], isComplete: true });
  });

  it('rejects when reading a page throws', async () => {
    const { respond } = createCorrectServer(25, 10);
    const list = readAllPages<ListPage>({
      getRowKey,
      readPage: async (number) => {
        if (number === 2) throw new Error('a fault of the program');
        return ok(respond(number));
      },
    });
    await expect(list).rejects.toThrow('a fault of the program');
  });

  it('fails when a page fails', async () => {
    const result = await readFrom((number) =>
      number === 2 ? { kind: 'keys-refused' } : createCorrectServer(10, 4).respond(number),
    );
    expect(result).toMatchObject({ requested: [1, 2], isFailed: true });
  });
});

describe('parsePagination', () => {
  it('parses the pagination header of recorded traffic', () => {
    const header =
      '{"total_entries":5973,"total_pages":4,"previous_page":null,"current_page":1,"next_page":2}';
    expect(parsePagination(header)).toEqual({
      totalEntries: 5973,
      totalPages: 4,
      currentPage: 1,
      nextPage: 2,
    });
  });

  it('returns null for any pagination header without next_page', () => {
    expect(parsePagination(undefined)).toBeNull();
    for (const header of ['{"total_entries":3}', '["next_page"]', '"next_page"', '{"next_page":1'])
      expect(parsePagination(header)).toBeNull();
    expect(parsePagination('{"next_page":"x"}')).toEqual({
      totalEntries: null,
      totalPages: null,
      currentPage: null,
      nextPage: null,
    });
    fc.assert(
      fc.property(fc.string(), (header) => {
        fc.pre(!header.includes('next_page'));
        expect(parsePagination(header)).toBeNull();
      }),
    );
  });
});
