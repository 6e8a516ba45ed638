/**
 * A request and its answer in the training service, without HTTP: parsing the fields of the body,
 * accepting or refusing, and JSON in which an amount keeps its digits.
 */
export { createTrainingAnswer, type TrainingAnswer, toTrainingRefusalAnswer } from './answer.ts';
export {
  parseRequestBody,
  readAmountField,
  readIntegerField,
  readOptionalTextField,
  readTextField,
  type TrainingRequestBody,
} from './body.ts';
export {
  refuseInvalidParameter,
  refuseNotFound,
  refuseWithCode,
  type TrainingRefusal,
  type TrainingValidationResult,
  toRefusedResult,
  toValidResult,
} from './refusal.ts';
export type {
  TrainingInspection,
  TrainingKeys,
  TrainingLimits,
  TrainingReply,
  TrainingRequest,
  TrainingTransaction,
} from './types.ts';
export {
  stringifyWireJson,
  toWireNumber,
  toWireNumberOrNull,
  type WireObject,
  type WireValue,
} from './wire-json.ts';
