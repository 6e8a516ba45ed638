/**
 * The receiver of the service's webhooks (version 3 alone; wire notes "Webhook body"). Nothing proves who
 * sent one, so a webhook is only a hint: the ids of a bill or a transaction are kept, and nothing
 * else in it is believed. The till that owns the payment reads it again under its own signature.
 *
 * Only `POST /hooks/TOKEN` is answered. The token is 32 random bytes, compared in constant time; any
 * other address is 404. A body has at most 64 KiB, and a request 5 seconds from its first byte to
 * its answer.
 *
 * | answer | when |
 * |---|---|
 * | 204 | after the commit, also for ids that no till of the chain knows |
 * | 400 | the body is not JSON, or names neither a bill nor a transaction |
 * | 405, 413, 408 | not a POST; more than 64 KiB; not whole after 5 seconds |
 * | 429 | more than `MAX_WEBHOOKS_PER_SECOND`, beyond a burst |
 * | 503 | the database did not take it in time; the service may send it again |
 *
 * What arrives while a commit is under way is committed together with the next, so that a burst
 * needs one connection and few commits. Nothing is answered 204 that was not committed.
 */
export { createWebhookService } from './webhook-service.ts';
