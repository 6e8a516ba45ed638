/**
 * The training service over HTTP: `createService` adds signatures, routes, headers and the rate
 * limit to the rules; the server adds HTTPS on 127.0.0.1 with its own certificate.
 */

export { createHttpTrainingService, type TrainingService } from './service.ts';
export { startTrainingServer, type TrainingServer } from './training-server.ts';
export type { WebhookTarget } from './webhooks.ts';
