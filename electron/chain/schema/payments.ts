import { CHAIN_LOOKBACK_MS } from '../../../shared/rules/index.ts';
import { type SchemaTopic, SECURITY_DEFINER } from './topic.ts';

/**
 * The payments of all ledgers, partitioned by the month of the day (UTC) on which the till decided
 * to send. That day never changes, so a row never moves; the time at which the service performed
 * the payment is known later and is another column. Months without a partition go into the default
 * one.
 *
 * A final state replaces an open one, in whatever order they arrive. Within one epoch the later
 * change replaces the earlier one; a later epoch is a restored ledger, which cannot replace more
 * advanced states: `told_state` stores the state that it sent. A row that the restored ledger does
 * not send keeps its old epoch, which shows the owner the payments that this ledger lacks.
 */
export const PAYMENTS: SchemaTopic = {
  steps: {
    1: `
      CREATE TABLE chain.payments (
        intent_day date NOT NULL,
        ledger_id uuid NOT NULL,
        payment_id uuid NOT NULL,
        till_id uuid NOT NULL,
        -- The last epoch that told it, and the number of the change that did.
        epoch int NOT NULL,
        number bigint NOT NULL,
        state text NOT NULL CHECK (state IN ('intent', 'sent', 'unknown', 'unclear', 'paid',
          'rejected', 'not-performed', 'by-hand-paid', 'by-hand-not-paid')),
        -- The epoch whose word the state is, and what the last epoch said.
        state_epoch int NOT NULL,
        told_state text NOT NULL,
        kind text NOT NULL CHECK (kind IN ('bill', 'top-up', 'gift-card', 'cash-out', 'cancel')),
        created_at timestamptz NOT NULL,
        -- Seconds by the service's clock.
        performed_second bigint,
        biller_id bigint NOT NULL,
        biller_name text NOT NULL,
        account_number text NOT NULL,
        account_shown text NOT NULL,
        -- As it was sent: what has more decimals than money has is refused, and never rounded.
        amount numeric NOT NULL CHECK (amount >= 0 AND amount < 1e18 AND scale(amount) <= 2),
        currency text NOT NULL CHECK (currency <> ''),
        fee numeric CHECK (fee > -1e18 AND fee < 1e18),
        due numeric NOT NULL CHECK (due > -1e18 AND due < 1e18),
        shop_currency text NOT NULL,
        pos_number text NOT NULL,
        external_id uuid NOT NULL,
        authorization_id text,
        cashier_id text NOT NULL,
        cashier_name text NOT NULL,
        service_version text NOT NULL,
        code text,
        is_drp boolean NOT NULL,
        cancels uuid,
        shift_id text NOT NULL,
        first_at timestamptz NOT NULL DEFAULT now(),
        changed_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (intent_day, ledger_id, payment_id)
      ) PARTITION BY RANGE (intent_day);
      CREATE INDEX payments_performed ON chain.payments (performed_second, ledger_id, payment_id)
        WHERE state IN ('paid', 'by-hand-paid') AND kind <> 'cancel';
      CREATE INDEX payments_guard ON chain.payments (biller_id, account_number, created_at);
      CREATE INDEX payments_by_till ON chain.payments (till_id, created_at);
      CREATE INDEX payments_open ON chain.payments (created_at)
        WHERE state IN ('intent', 'sent', 'unknown', 'unclear');
      CREATE INDEX payments_by_external_id ON chain.payments (external_id);
      CREATE INDEX payments_by_authorization ON chain.payments (authorization_id)
        WHERE authorization_id IS NOT NULL;
      CREATE TABLE chain.payments_default PARTITION OF chain.payments DEFAULT;`,
  },
  functions: `
    CREATE OR REPLACE FUNCTION chain.rank(state text) RETURNS int LANGUAGE sql IMMUTABLE AS $$
      SELECT CASE state WHEN 'intent' THEN 0 WHEN 'sent' THEN 1 WHEN 'unknown' THEN 2
        WHEN 'unclear' THEN 2 WHEN 'rejected' THEN 3 WHEN 'not-performed' THEN 3
        WHEN 'by-hand-not-paid' THEN 3 WHEN 'paid' THEN 4 WHEN 'by-hand-paid' THEN 4 END $$;

    -- What is older than all that is kept is not taken in again.
    CREATE OR REPLACE FUNCTION chain.put_payments(s chain.standing, p_rows jsonb) RETURNS void
    LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
      INSERT INTO chain.payments AS p (intent_day, ledger_id, payment_id, till_id, epoch, number,
        state, state_epoch, told_state, kind, created_at, performed_second, biller_id, biller_name,
        account_number, account_shown, amount, currency, fee, due, shop_currency, pos_number,
        external_id, authorization_id, cashier_id, cashier_name, service_version, code, is_drp,
        cancels, shift_id)
      SELECT (x.created_at AT TIME ZONE 'UTC')::date, s.ledger_id, x.id, s.till_id, s.epoch, x.n,
        x.state, s.epoch, x.state, x.kind, x.created_at, x.performed, x.biller, x.biller_name,
        CASE WHEN x.is_old THEN right(x.account, 4) ELSE x.account END,
        CASE WHEN x.is_old THEN right(x.account, 4) ELSE x.account_shown END,
        x.amount, x.currency, x.fee, x.due, x.shop_currency, x.pos, x.external, x.auth, x.cashier,
        x.cashier_name, x.version, x.code, x.is_drp, x.cancels, x.shift
      FROM (
        SELECT r.*, r.created_at < now() - make_interval(days => k.account_days) AS is_old
        FROM jsonb_to_recordset(p_rows) AS r(id uuid, n bigint, state text, kind text,
          created_at timestamptz, performed bigint, biller bigint, biller_name text, account text,
          account_shown text, amount numeric, currency text, fee numeric, due numeric,
          shop_currency text, pos text, external uuid, auth text, cashier text, cashier_name text,
          version text, code text, is_drp boolean, cancels uuid, shift text)
        CROSS JOIN chain.keeping k
        WHERE r.created_at IS NULL
          OR r.created_at >= now() - make_interval(days => k.payment_days)
      ) AS x
      ON CONFLICT (intent_day, ledger_id, payment_id) DO UPDATE SET
        epoch = excluded.epoch, number = excluded.number, told_state = excluded.state,
        till_id = excluded.till_id, changed_at = now(),
        (state, state_epoch, performed_second, authorization_id, code) = (
          SELECT n.state, n.state_epoch, n.performed_second, n.authorization_id, n.code
          FROM (VALUES
            (true, p.state, p.state_epoch, p.performed_second, p.authorization_id, p.code),
            (false, excluded.state, excluded.state_epoch, excluded.performed_second,
              excluded.authorization_id, excluded.code)
          ) AS n(is_kept, state, state_epoch, performed_second, authorization_id, code)
          WHERE n.is_kept = (p.state_epoch <> excluded.epoch
            AND chain.rank(excluded.state) < chain.rank(p.state)))
      WHERE (p.epoch, p.number) < (excluded.epoch, excluded.number)
        AND chain.may_change(p.till_id, excluded.till_id) $$;

    -- Three at most about one exact account, and never a list of what was paid.
    CREATE OR REPLACE FUNCTION chain.same_v1(p_biller bigint, p_account text, p_minutes int)
    RETURNS TABLE (at timestamptz, amount numeric, currency text, state text, shop text,
      pos_number text, is_mine boolean)
    LANGUAGE sql STABLE ${SECURITY_DEFINER} AS $$
      SELECT p.created_at, p.amount, p.currency, p.state, t.shop, p.pos_number,
        p.till_id = chain.me()
      FROM chain.payments p JOIN chain.tills t USING (till_id)
      WHERE chain.must_be_till() IS NOT NULL
        AND p.biller_id = p_biller AND p.account_number = p_account AND p.kind <> 'cancel'
        AND p.intent_day >= (now() AT TIME ZONE 'UTC')::date - 2
        AND p.created_at > now() - make_interval(mins => least(p_minutes, ${CHAIN_LOOKBACK_MS / 60_000}))
        AND p.state NOT IN ('rejected', 'not-performed', 'by-hand-not-paid')
      ORDER BY p.created_at DESC LIMIT 3 $$;`,
  calls: { till: ['chain.same_v1(bigint,text,int)'] },
};
