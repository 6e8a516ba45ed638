/**
 * Questions that the first-run wizard and the settings share: a choice, a few text fields, and the
 * questions about the printer and the time zone. They store nothing, and call main only for a test
 * page. Each passes its answer to the screen that shows it.
 */
export { ChoiceQuestion } from './choice-question.tsx';
export type { PrinterSearch } from './discovered-printers.tsx';
export { type FieldSpec, FieldsQuestion, type FieldsQuestionProps } from './fields-question.tsx';
export { usePosFieldSpecs } from './pos-fields.ts';
export {
  type BaudRate,
  formatPrinterAddress,
  isPrinterFieldValid,
  type PrinterDraft,
  toPrinterDraft,
  toPrinterSettings,
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
export { PrinterTestQuestion } from './printer-test-question.tsx';
export { readFileAsBase64, readFileAsText } from './read-file.ts';
export { SERVICE_ADDRESS_FIELDS, ServiceVersionQuestion } from './service-question.tsx';
export { TimeZoneQuestion } from './time-zone-question.tsx';
export { getProposedTimeZone } from './time-zones.ts';
export { getServiceVersionName } from './version-name.ts';
