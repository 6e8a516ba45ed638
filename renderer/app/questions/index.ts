/**
 * Questions that the first-run wizard and the settings share: one that is answered by choosing, one
 * by typing into a few fields, and those about the printer and the zone. They store nothing, and
 * call main only for a test page. Each gives its answer to the screen that asked.
 */
export { ChoiceQuestion } from './choice-question.tsx';
export { type FieldSpec, FieldsQuestion, type FieldsQuestionProps } from './fields-question.tsx';
export type { PrinterSearch } from './found-printers.tsx';
export { POS_FIELDS } from './pos-fields.ts';
export {
  type Baud,
  isPrinterAddress,
  type PrinterDraft,
  printerAddressOf,
  printerDraftOf,
  printerFieldFits,
  printerOf,
} from './printer-draft.ts';
export {
  PrinterAddressQuestion,
  PrinterColumnsQuestion,
  PrinterFolderQuestion,
  PrinterKindQuestion,
  PrinterModelQuestion,
  PrinterPathQuestion,
  type PrinterQuestionProps,
} from './printer-questions.tsx';
export { PrinterTry } from './printer-try.tsx';
export { readBase64, readText } from './read-file.ts';
export { ADDRESS_FIELDS, VersionQuestion } from './service-question.tsx';
export { versionName } from './version-name.ts';
export { ZoneQuestion } from './zone-question.tsx';
export { proposedZone } from './zones.ts';
