import type { TestChain } from '../../support/postgres/index.ts';
import { insertPlainPayments } from './insert-payments.ts';
import { reportProgress } from './measure-in-turns.ts';

/** Ends of 4 digits that 2,500 accounts have, however many payments there are. */
const FREQUENT_ENDS = 20;
const FREQUENT_END_PAYMENTS = FREQUENT_ENDS * 2_500;

/** Returns one of 20 ends of 4 digits; with the digit 1 or 2 before it, it is the end of 1,250 accounts. */
export const getFrequentEnd = (n: number): string => String(n % FREQUENT_ENDS).padStart(4, '0');

/** What tills and the chain's process would have written on these days; the tills are enrolled. */
export async function insertBusyDays(
  chain: TestChain,
  { rows, days, tills }: { readonly rows: number; readonly days: number; readonly tills: number },
): Promise<void> {
  const step = Math.max(1, Math.floor(rows / FREQUENT_END_PAYMENTS));
  await insertPlainPayments(chain, {
    ...{ rows, days, tills },
    state:
      "CASE WHEN n % 100000 = 3 THEN 'unknown' WHEN n % 1000 = 7 THEN 'rejected' ELSE 'paid' END",
    kind: "CASE WHEN n % 40 < 30 THEN 'bill' ELSE 'top-up' END",
    epoch: 'CASE WHEN n % 100000 = 11 THEN 0 ELSE 1 END',
    accountEnd: `CASE WHEN n % ${step} = 0 THEN (1 + n / ${step} / ${FREQUENT_ENDS} % 2)
      || lpad((n / ${step} % ${FREQUENT_ENDS})::text, 4, '0') ELSE '' END`,
  });
  const { sql } = chain.database;
  reportProgress('inserting what belongs to the payments');
  await sql(`UPDATE chain.tills SET retired_at = NULL;
    INSERT INTO chain.standing (till_id, ledger_id, epoch, epoch_since, complete_until, seen_at,
      version, pos_number, unresolved, service, printer)
    SELECT till_id, till_id, 1, now() - interval '90 days', extract(epoch FROM now()), now(), '0.1.0',
      pos_number, 1, 'green', 'green' FROM chain.tills;
    INSERT INTO chain.restarts (till_id, at, kind)
    SELECT till_id, now() - interval '1 day', 'rewound' FROM chain.tills;
    INSERT INTO chain.sales (hours, since, till_id, kind, currency, count, amount)
    SELECT h.hours, date_bin(make_interval(hours => h.hours), now() - d * interval '1 day', 'epoch')
        + n * make_interval(hours => h.hours), till_id, k.kind, 'MXN', 20, 10980
    FROM chain.tills, (VALUES (1, 12), (6, 3)) AS h(hours, number), generate_series(1, h.number) AS n,
      (VALUES ('bill'), ('top-up')) AS k(kind), generate_series(1, ${days}) AS d
    ON CONFLICT DO NOTHING;
    INSERT INTO chain.refunds (ledger_id, payment_id, till_id, epoch, number, at, amount, currency,
      owed_to) SELECT ledger_id, payment_id, till_id, 1, 1, created_at, 549, 'MXN', 'customer'
    FROM (SELECT * FROM chain.payments WHERE created_at > now() - interval '60 days'
      ORDER BY created_at LIMIT 500) AS p;
    INSERT INTO chain.shifts (ledger_id, shift_id, till_id, epoch, number, shift_number, opened_at,
      opened_by, closed_at, closed_by, float, counted, expected, difference)
    SELECT till_id, 'shift-' || n, till_id, 1, n, n, at, 'Ana', at + interval '8 hours', 'Ana', money,
      money, money, jsonb_build_array(jsonb_build_object('currency', 'MXN', 'amount',
        CASE WHEN n <= 60 AND n % 20 = 0 THEN '-20.00' ELSE '0.00' END))
    FROM chain.tills, generate_series(1, ${2 * days}) AS n,
      LATERAL (SELECT now() - n * interval '12 hours' AS at,
        '[{"currency":"MXN","amount":"500.00"}]'::jsonb AS money) AS x;
    INSERT INTO chain.z_reports (ledger_id, z_number, till_id, epoch, number, shift_id, at, totals)
    SELECT ledger_id, shift_number, till_id, 1, 1, shift_id, closed_at,
      '[{"name":"cashIn","count":1,"currency":"MXN","amount":"10.00"}]' FROM chain.shifts;
    INSERT INTO chain.days (day, since_second, until_second, due_at, name, made_at, uploaded_at, lines)
    SELECT d::date, extract(epoch FROM d)::bigint, extract(epoch FROM d)::bigint + 86400, d, 'file',
      d + interval '30 hours', d + interval '30 hours', 300000
    FROM generate_series(now()::date - ${days}, now()::date, interval '1 day') AS d;
    UPDATE chain.days SET made_at = NULL, uploaded_at = NULL WHERE day = now()::date;
    INSERT INTO chain.day_tills (day, till_id, epoch, acked)
    SELECT day, till_id, 1, 1 FROM chain.days, chain.tills WHERE made_at IS NOT NULL;
    INSERT INTO chain.comparisons (day, at, comparison)
    SELECT day, made_at, jsonb_build_object('kinds', jsonb_build_object('unknown-here', 100),
      'differences', (SELECT jsonb_agg(jsonb_build_object('kind', 'unknown-here', 'externalId',
        gen_random_uuid(), 'amount', jsonb_build_object('amount', '549', 'currency', 'MXN')))
        FROM generate_series(1, 100)), 'doubles', '[]'::jsonb)
    FROM chain.days WHERE made_at IS NOT NULL;
    INSERT INTO chain.late_rows (day, ledger_id, payment_id, till_id, at, difference)
    SELECT day, gen_random_uuid(), gen_random_uuid(), NULL, made_at, '{}'
    FROM chain.days, generate_series(1, 20) WHERE made_at IS NOT NULL`);
  await sql('VACUUM ANALYZE');
}
