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
CREATE TABLE chain.payments_default PARTITION OF chain.payments DEFAULT;
