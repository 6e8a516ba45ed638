import type { Database } from '../../../electron/ledger/index.ts';
import type { Tally } from '../support/tally.ts';
import type { FaultyChain } from './faulty-chain.ts';

/** Compares the chain's data of one till with that till's ledger. */

interface KeyedRow {
  readonly key: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Queries of the ledger, independent of the product's own queries. */
const LEDGER = {
  payment: `SELECT i.id AS key, o.state, i.kind, i.biller_id AS biller, i.account_number AS account,
      i.amount, i.currency, i.due, i.external_id AS external, i.pos_number AS pos, i.cancels,
      o.authorization AS auth, o.code, o.performed_second AS performed
    FROM intents i JOIN outcomes o ON o.intent_id = i.id`,
  shift: `SELECT id AS key, number, closed_at IS NOT NULL AS closed FROM shifts`,
  refund: `SELECT r.intent_id AS key, r.amount, r.currency, r.owed_to, s.how
    FROM refunds r LEFT JOIN refund_settlements s ON s.intent_id = r.intent_id`,
} as const;

const CHAIN = {
  payment: `SELECT payment_id::text AS key, state, kind, biller_id::text AS biller,
      account_number AS account, amount::text, currency, due::text, external_id::text AS external,
      pos_number AS pos, cancels::text, authorization_id AS auth, code,
      performed_second::text AS performed
    FROM chain.payments`,
  shift: `SELECT shift_id AS key, shift_number::text AS number,
      (closed_at IS NOT NULL)::int::text AS closed FROM chain.shifts`,
  refund: `SELECT payment_id::text AS key, amount::text, currency, owed_to, settled AS how
    FROM chain.refunds`,
} as const;

export async function checkChain(
  { chain }: Pick<FaultyChain, 'chain'>,
  role: string,
  ledger: Pick<Database, 'prepare'>,
  tally: Tally,
): Promise<string[]> {
  const faults: string[] = [];
  const recordFault = (tallyKey: keyof Tally, text: string): void => {
    tally[tallyKey] += 1;
    faults.push(text);
  };
  const tillFilter = 'till_id = (SELECT till_id FROM chain.tills WHERE role_name = $1)';
  const [till] = await chain.database.sql(
    'SELECT pos_number AS pos FROM chain.tills WHERE role_name = $1',
    [role],
  );
  for (const kind of ['payment', 'shift', 'refund'] as const) {
    const ledgerRows = ledger
      .prepare(LEDGER[kind])
      .all()
      // The chain names a till by its enrollment, whatever its settings say.
      .map((row) => toKeyedRow(row.pos ? { ...row, ...till } : row));
    const chainRows = (await chain.database.sql(`${CHAIN[kind]} WHERE ${tillFilter}`, [role])).map(
      toKeyedRow,
    );
    for (const ledgerRow of ledgerRows) {
      const matches = chainRows.filter(({ key }) => key === ledgerRow.key);
      if (matches.length === 0)
        recordFault('missingInChain', `missing in the chain: ${kind} ${ledgerRow.key}`);
      if (matches.length > 1)
        recordFault('doubledInChain', `doubled in the chain: ${kind} ${ledgerRow.key}`);
      const difference = matches
        .map((match) => findDifference(ledgerRow, match))
        .find((text) => text !== null);
      if (difference)
        recordFault(
          'differingInChain',
          `differs in the chain: ${kind} ${ledgerRow.key}, ${difference}`,
        );
    }
    for (const { key } of chainRows.filter((chainRow) =>
      ledgerRows.every(({ key }) => key !== chainRow.key),
    )) {
      recordFault('differingInChain', `in the chain alone: ${kind} ${key}`);
    }
  }
  const doubles = await chain.database.sql(
    `SELECT external_id FROM chain.payments WHERE ${tillFilter} AND kind <> 'cancel'
     GROUP BY 1 HAVING count(*) > 1`,
    [role],
  );
  for (const row of doubles)
    recordFault('doubledInChain', `two payments of one id: ${row.external_id}`);
  const refusedRows = await chain.database.sql(
    `SELECT why FROM chain.refused_rows WHERE ${tillFilter}`,
    [role],
  );
  for (const { why } of refusedRows)
    recordFault('missingInChain', `put aside by the chain: ${why}`);
  return faults;
}

function toKeyedRow({ key, ...values }: Record<string, unknown>): KeyedRow {
  return { key: String(key), values };
}

/** Returns the first difference in words; null if there is none. */
function findDifference(ledgerRow: KeyedRow, chainRow: KeyedRow): string | null {
  for (const [name, value] of Object.entries(ledgerRow.values)) {
    // Without a time of the service, the chain has the Date of the first request.
    if (name === 'performed' && (value === null || !isPaid(ledgerRow))) continue;
    const [ledgerValue, chainValue] = [value, chainRow.values[name]].map((side) =>
      side === null ? null : String(side),
    );
    if (ledgerValue !== chainValue) return `${name} is ${ledgerValue} here and ${chainValue} there`;
  }
  return null;
}

function isPaid({ values }: KeyedRow): boolean {
  return values.state === 'paid' || values.state === 'by-hand-paid';
}
