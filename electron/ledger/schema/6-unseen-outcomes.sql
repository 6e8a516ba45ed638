-- From this version on, a certain outcome that is not marked as seen must be confirmed by a cashier.
-- Earlier versions left some unmarked that nobody needs to confirm any more, such as those of a lock:
-- they count as seen when they became certain. A basket's payments are marked with their basket.

  UPDATE outcomes SET seen_at = coalesce(resolved_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
    WHERE seen_at IS NULL AND state NOT IN ('intent', 'sent', 'unknown', 'unclear')
      AND intent_id NOT IN (SELECT intent_id FROM basket_payments);
