/**
 * The service's R codes and what the program does about each: its class, whether a payment that was
 * answered with it stays open, whether it is evidence of an earlier request. Known codes are the 70
 * of the interface; any other text may arrive and has facts as well. The words for people stand in
 * `shared/i18n`. Implements "Service error codes" of the interface.
 */
export {
  type CodeClass,
  type CodeFacts,
  codeFacts,
  isServiceCode,
  SERVICE_CODES,
  type ServiceCode,
} from './classes.ts';
export { isGivenBackStatus } from './statuses.ts';
