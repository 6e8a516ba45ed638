import type { Database } from '../../../electron/ledger/index.ts';
import type { Tally } from '../support/check-invariants.ts';
import type { BrokenChain } from './chain.ts';

/** What the chain has of one till, beside that till's ledger. */

interface Named {
  readonly key: string;
  readonly says: Readonly<Record<string, unknown>>;
}

/** In the ledger: read by statements of this test's own. */
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

export async function judgeChain(
  { chain }: Pick<BrokenChain, 'chain'>,
  role: string,
  ledger: Pick<Database, 'prepare'>,
  tally: Tally,
): Promise<string[]> {
  const wrong: string[] = [];
  const note = (what: keyof Tally, words: string): void => {
    tally[what] += 1;
    wrong.push(words);
  };
  const mine = 'till_id = (SELECT till_id FROM chain.tills WHERE role_name = $1)';
  for (const kind of ['payment', 'shift', 'refund'] as const) {
    const here = ledger.prepare(LEDGER[kind]).all().map(named);
    const there = (await chain.database.sql(`${CHAIN[kind]} WHERE ${mine}`, [role])).map(named);
    for (const one of here) {
      const found = there.filter(({ key }) => key === one.key);
      if (found.length === 0) note('missingInChain', `missing in the chain: ${kind} ${one.key}`);
      if (found.length > 1) note('doubledInChain', `doubled in the chain: ${kind} ${one.key}`);
      const other = found.map((each) => differenceOf(one, each)).find((words) => words !== null);
      if (other) note('differingInChain', `differs in the chain: ${kind} ${one.key}, ${other}`);
    }
    for (const { key } of there.filter((one) => here.every(({ key }) => key !== one.key))) {
      note('differingInChain', `in the chain alone: ${kind} ${key}`);
    }
  }
  const doubles = await chain.database.sql(
    `SELECT external_id FROM chain.payments WHERE ${mine} AND kind <> 'cancel'
     GROUP BY 1 HAVING count(*) > 1`,
    [role],
  );
  for (const row of doubles) note('doubledInChain', `two payments of one id: ${row.external_id}`);
  const refused = await chain.database.sql(`SELECT why FROM chain.refused_rows WHERE ${mine}`, [
    role,
  ]);
  for (const { why } of refused) note('missingInChain', `put aside by the chain: ${why}`);
  return wrong;
}

function named({ key, ...says }: Record<string, unknown>): Named {
  return { key: String(key), says };
}

/** In words; null where both say the same. */
function differenceOf(here: Named, there: Named): string | null {
  for (const [name, value] of Object.entries(here.says)) {
    // Without a time of the service's own, the chain has the Date of the first request.
    if (name === 'performed' && (value === null || !isPaid(here))) continue;
    const [one, other] = [value, there.says[name]].map((each) =>
      each === null ? null : String(each),
    );
    if (one !== other) return `${name} is ${one} here and ${other} there`;
  }
  return null;
}

function isPaid({ says }: Named): boolean {
  return says.state === 'paid' || says.state === 'by-hand-paid';
}
