-- Since when an administrator wants the till to replace its password; null once it has.
ALTER TABLE chain.tills ADD COLUMN password_due_at timestamptz;
