/**
 * A request and its answer in the training service, without HTTP: parsing the fields of the body,
 * accepting or refusing, and JSON in which an amount keeps its digits.
 */
export { createAnswer, type TrainingAnswer, toRefusalAnswer } from './answer.ts';
export {
  readAmount,
  readBody,
  readInteger,
  readOptionalText,
  readText,
  type TrainingRequestBody,
} from './body.ts';
export {
  accept,
  type Refusal,
  refuse,
  refuseCode,
  refuseNotFound,
  refuseParameter,
  type TrainingValidationResult,
} from './refusal.ts';
export type {
  Inspection,
  TrainingKeys,
  TrainingLimits,
  TrainingReply,
  TrainingRequest,
  TrainingTransaction,
} from './types.ts';
export {
  toWireNumber,
  toWireNumberOrNull,
  type WireObject,
  type WireValue,
  writeWireJson,
} from './wire-json.ts';
