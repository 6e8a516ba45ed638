-- All notices up to then were compared with the payments of the pushes that ran meanwhile.
ALTER TABLE chain.office_state ADD COLUMN notices_claimed_at timestamptz;
