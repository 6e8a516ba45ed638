/**
 * The receiver of the service's webhooks (version 3 only; wire notes "Webhook body"). The sender of
 * a webhook cannot be verified, so only the ids of a bill or a transaction are stored, and nothing
 * else in it is trusted. The till that owns the payment reads it again under its own signature.
 *
 * Only `POST /hooks/TOKEN` is accepted. The token is 32 random bytes, compared in constant time;
 * any other address is 404. A body has at most 64 KiB, and a request takes at most 5 seconds from
 * its first byte to its answer.
 *
 * | answer | when |
 * |---|---|
 * | 204 | after the commit, also for ids that no till of the chain knows |
 * | 400 | the body is not JSON, or has the id of neither a bill nor a transaction |
 * | 405, 413, 408 | not a POST; more than 64 KiB; not complete after 5 seconds |
 * | 429 | more than `MAX_WEBHOOKS_PER_SECOND`, beyond a burst |
 * | 503 | the database did not store it in time; the service may send it again |
 *
 * Notices that arrive during a commit are committed together with the next one, so that a burst
 * needs one connection and few commits. A 204 is sent only after the commit.
 */
export { createWebhookService } from './webhook-service.ts';
