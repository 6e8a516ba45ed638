/**
 * The training service over HTTP: `createService` adds signatures, routes, headers and the rate
 * limit to the rules; the server adds HTTPS on 127.0.0.1 with its own certificate.
 */
export { startTrainingServer, type TrainingServer, type TrainingServerOptions } from './server.ts';
export { createService, type TrainingService } from './service.ts';
