/**
 * Printers on a network, a cable, a path or a folder: status requests, sending jobs, parsing the
 * replies, and the result of a job. It handles bytes, not their meaning on paper.
 *
 * - A printer gets one connection at a time. It is open from the status request before a job to the
 *   last reply after it, and closed between jobs: many printers serve only one till at a time, and a
 *   shop may have two.
 * - The length sent of an interrupted job is what was handed to the operating system, which may send
 *   only a part and reports only on the whole. It is 0 only if the system refused the first chunk
 *   in the write call itself.
 * - A device at a path that does not reply within 2 seconds still gets the job, whatever its model,
 *   because many cables work one way only. The cashier then confirms the result (`cannot-answer`).
 * - A job to a printer that Windows shares is printed once write, sync and close have succeeded for
 *   every byte. Nothing is ever written to a file or to a disk. A missing folder for PDF files is
 *   not created, because a disk may be mounted there later.
 * - A file call that does not return is abandoned after the stall time. Its path gets no more work
 *   (`busy`) until the call returns, because each call holds a thread that all files share.
 * - If a printer does not reply before a test print, or its reply cannot be parsed, it is asked once
 *   more in the other make's dialect, so that a wrongly chosen model is reported as such.
 */

export {
  type PrinterIndicator,
  type PrinterNotConfiguredResult,
  type PrintJobResult,
  readPrinterStatus,
  readPrinterStatusBeforeTestPage,
  sendToPrinter,
  toPrinterIndicator,
  toPrintTarget,
} from './configured-printer.ts';
export { isOutputStoredByPrinter } from './device-kind.ts';
export {
  DEFAULT_PRINTER_TIMINGS,
  type OutgoingPrintJob,
  type PrinterStatusResult,
  type PrinterTimings,
} from './transport.ts';
