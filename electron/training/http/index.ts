/**
 * The training service at the wire: signatures, routes, headers and rate limit around the rules
 * (`createService`), and HTTPS on 127.0.0.1 with a certificate of its own around that.
 */
export { startTrainingServer, type TrainingServer, type TrainingServerOptions } from './server.ts';
export { createService, type TrainingService } from './service.ts';
